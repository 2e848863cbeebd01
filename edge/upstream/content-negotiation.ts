/** Media types that a client accepts (RFC 9110, 12.5.1). */

/** The quality of a media type or range by its exact name; undefined if it is not listed. */
export function qualityOf(accept: string, type: string): number | undefined {
  for (let one of accept.toLowerCase().split(',')) {
    let [name = '', ...parameters] = one.split(';').map((part) => part.trim());
    if (name === type) return Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  }
  return undefined;
}

/** The accepted ones of `types`, best first; all of them without an Accept header. */
export function acceptedTypes(accept: string, types: readonly string[]): string[] {
  if (accept.trim() === '') return [...types];
  let quality = (type: string) =>
    qualityOf(accept, type) ?? qualityOf(accept, type.replace(/\/.*$/, '/*')) ?? qualityOf(accept, '*/*') ?? 0;
  let taken = types.map((type) => ({ type, quality: quality(type) })).filter((one) => one.quality > 0);
  return taken.sort((a, b) => b.quality - a.quality).map(({ type }) => type);
}
