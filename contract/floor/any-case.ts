/**
 * Case-insensitive comparison, the same in every engine: by the simple case folding of Unicode, by
 * which Ö is ö, Σ is σ and ς, and İ is only itself. Lower case differs: "ΟΔΟΣ" in lower case does
 * not begin "οδοστρωμα". Search texts may be composed or decomposed.
 */

/** Where in a text a value must be. */
export type MatchPlace = 'equals' | 'contains' | 'starts-with';

const otherLetters = /[^\0-\x7f]/;
const special = /[\\^$.*+?()[\]{}|/]/g;

/** The value in composed letters, which texts have. */
export function composed(value: string): string {
  return otherLetters.test(value) ? value.normalize('NFC') : value;
}

/** Whether engines differ about the case of letters in it. */
export function hasOtherLetters(value: string): boolean {
  return otherLetters.test(composed(value));
}

/** A to Z only. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A regular expression that a text with the value matches, in the syntax of JavaScript and RE2. */
export function caseInsensitivePattern(placed: MatchPlace, value: string): string {
  let literal = composed(value).replace(special, '\\$&');
  return `${placed === 'contains' ? '' : '^'}${literal}${placed === 'equals' ? '$' : ''}`;
}

/** Whether one of some values is in a text. */
export function anyCase(placed: MatchPlace, values: readonly string[]): (text: string) => boolean {
  let plain = values.filter((value) => !hasOtherLetters(value)).map((value) => lowerCase(composed(value)));
  let others = values.filter(hasOtherLetters).map((value) => new RegExp(caseInsensitivePattern(placed, value), 'iu'));
  let holds = {
    equals: (text: string, value: string) => text === value,
    contains: (text: string, value: string) => text.includes(value),
    'starts-with': (text: string, value: string) => text.startsWith(value),
  }[placed];
  return (text) => {
    let lower = lowerCase(text);
    return plain.some((value) => holds(lower, value)) || others.some((pattern) => pattern.test(text));
  };
}
