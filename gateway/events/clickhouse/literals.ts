/** Literals in statements, which every version of the engine supports. */

/** Replaces lone surrogates. */
export function toUtf8(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Only these two characters and NUL have a meaning in the engine's texts. */
export function literal(text: string): string {
  let escaped = toUtf8(text).replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0');
  return `'${escaped}'`;
}

/** The name of a database or a cluster. */
export function identifier(name: string): string {
  return `\`${name.replaceAll('`', '')}\``;
}

/** Inserts the parameters `$1`, `$2`, …; quoted texts are not touched. */
export function withValues(text: string, parameters: readonly string[]): string {
  return text.replace(/'(?:[^'\\]|\\.|'')*'|\$(\d+)/gs, (found, place?: string) => {
    if (place === undefined) return found;
    let value = parameters[Number(place) - 1];
    if (value === undefined) throw new RangeError(`The parameter $${place} is missing`);
    return literal(value);
  });
}
