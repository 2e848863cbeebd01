/** Values in the text of a statement: every version of the engine takes them there. */

/** A text that can be UTF-8: half of a pair is replaced. */
export function toUtf8(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * A text as the engine reads it: only these two characters mean something else there, and its end.
 */
export function literal(text: string): string {
  let escaped = toUtf8(text).replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0');
  return `'${escaped}'`;
}

/** The text with its parameters `$1`, `$2`, … in their places; a text in quotes stays as it is. */
export function withValues(text: string, parameters: readonly string[]): string {
  return text.replace(/'(?:[^'\\]|\\.|'')*'|\$(\d+)/gs, (found, place?: string) => {
    if (place === undefined) return found;
    let value = parameters[Number(place) - 1];
    if (value === undefined) throw new RangeError(`The parameter $${place} is missing`);
    return literal(value);
  });
}
