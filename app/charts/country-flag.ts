/**
 * The flag of a country as a sign of two regional letters; empty where the code is no such code.
 */
export function flagOf(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return '';
  let first = 0x1f1e6 - 'A'.charCodeAt(0);
  return String.fromCodePoint(...[...code].map((letter) => first + letter.charCodeAt(0)));
}
