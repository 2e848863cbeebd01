/**
 * Case-insensitive comparison, equal to `anyCase` in memory. Engines differ in `lower` beyond A to
 * Z, so values with other letters become regular expressions: RE2 in both engines folds case as
 * JavaScript does with `iu`.
 */
import { composed, hasOtherLetters, lowerCase, caseInsensitivePattern, type MatchPlace } from 'contract/floor/any-case';
import type { Dialect } from './dialect';

/** The parameter of `anyCaseSql` for a value. */
export function anyCaseParameter(placed: MatchPlace, value: string): string {
  return hasOtherLetters(value) ? `(?i)${caseInsensitivePattern(placed, value)}` : lowerCase(composed(value));
}

/** The condition that a column has one of some values; parameters are numbered from `first`. */
export function anyCaseSql(
  dialect: Dialect,
  { column, placed, values, first }: { column: string; placed: MatchPlace; values: readonly string[]; first: number },
): string {
  let text = `translate(${column}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`;
  let plain = values.flatMap((value, i) => (hasOtherLetters(value) ? [] : [`$${first + i}`]));
  let others = values.flatMap((value, i) => (hasOtherLetters(value) ? [dialect.matches(column, `$${first + i}`)] : []));
  let ofPlain = {
    equals: () => (plain.length > 0 ? [`${text} IN (${plain.join(', ')})`] : []),
    contains: () => plain.map((value) => dialect.contains(text, value)),
    'starts-with': () => plain.map((value) => dialect.startsWith(text, value)),
  };
  return `(${[...ofPlain[placed](), ...others].join(' OR ')})`;
}
