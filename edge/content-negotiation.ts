/** Which media types a client takes (RFC 9110, 12.5.1). */

/** The quality that an Accept gives a media type or range by its full name; undefined without it. */
export function qualityOf(accept: string, type: string): number | undefined {
  for (let one of accept.toLowerCase().split(',')) {
    let [name = '', ...parameters] = one.split(';').map((part) => part.trim());
    if (name === type) return Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  }
  return undefined;
}

/** Those of `types` that a client takes, the best first; all of them where it names none. */
export function acceptedTypes(accept: string, types: readonly string[]): string[] {
  if (accept.trim() === '') return [...types];
  let quality = (type: string) =>
    qualityOf(accept, type) ?? qualityOf(accept, type.replace(/\/.*$/, '/*')) ?? qualityOf(accept, '*/*') ?? 0;
  let taken = types.map((type) => ({ type, quality: quality(type) })).filter((one) => one.quality > 0);
  return taken.sort((a, b) => b.quality - a.quality).map(({ type }) => type);
}
