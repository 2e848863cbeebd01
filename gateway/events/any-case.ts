/**
 * Comparing texts without regard to case, alike in each engine and in memory. What engines make of
 * `lower` differs beyond A to Z, so a value with other letters is a regular expression: DuckDB and
 * ClickHouse use RE2, which folds letters as JavaScript does with the flags `iu` (the simple folding
 * of Unicode, by which Ö is ö, Σ is σ and ς, and İ is only itself).
 */
import type { Dialect } from './dialect';

/** Where in a text a value must be. */
export type Placed = 'equals' | 'contains' | 'starts-with';

const otherLetters = /[^\0-\x7f]/;

/** Whether engines differ about the case of letters in it. */
export const hasOtherLetters = (text: string): boolean => otherLetters.test(text);
const special = /[\\^$.*+?()[\]{}|/]/g;

/** A to Z only. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function patternOf(placed: Placed, value: string): string {
  let literal = value.replace(special, '\\$&');
  return `${placed === 'contains' ? '' : '^'}${literal}${placed === 'equals' ? '$' : ''}`;
}

/** What a parameter of `anyCaseSql` has for a value. */
export function anyCaseParameter(placed: Placed, value: string): string {
  return otherLetters.test(value) ? `(?i)${patternOf(placed, value)}` : lowerCase(value);
}

/** The condition that one of some values is in a column; parameters are numbered from `first`. */
export function anyCaseSql(
  dialect: Dialect,
  { column, placed, values, first }: { column: string; placed: Placed; values: readonly string[]; first: number },
): string {
  let text = `translate(${column}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`;
  let plain = values.flatMap((value, i) => (otherLetters.test(value) ? [] : [`$${first + i}`]));
  let others = values.flatMap((value, i) =>
    otherLetters.test(value) ? [dialect.matches(column, `$${first + i}`)] : [],
  );
  let ofPlain = {
    equals: () => (plain.length > 0 ? [`${text} IN (${plain.join(', ')})`] : []),
    contains: () => plain.map((value) => dialect.contains(text, value)),
    'starts-with': () => plain.map((value) => dialect.startsWith(text, value)),
  };
  return `(${[...ofPlain[placed](), ...others].join(' OR ')})`;
}

/** The same in memory. */
export function anyCase(placed: Placed, values: readonly string[]): (text: string) => boolean {
  let plain = values.filter((value) => !otherLetters.test(value)).map(lowerCase);
  let others = values
    .filter((value) => otherLetters.test(value))
    .map((value) => new RegExp(patternOf(placed, value), 'iu'));
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
