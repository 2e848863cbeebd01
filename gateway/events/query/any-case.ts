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
  let numbered = values.map((value, i) => ({ value, parameter: `$${first + i}` }));
  let others = numbered.filter(({ value }) => hasOtherLetters(value));
  let asked = numbered.filter(({ value }) => !hasOtherLetters(value));
  let has = { placed, values: asked.map(({ value }) => anyCaseParameter(placed, value)) };
  let plain = asked.map(({ parameter }) => parameter);
  let ofPlain = {
    equals: (text: string) => [`${text} IN (${plain.join(', ')})`],
    contains: (text: string) => plain.map((value) => dialect.contains(text, value)),
    'starts-with': (text: string) => plain.map((value) => dialect.startsWith(text, value)),
  };
  let conditions = others.map(({ parameter }) => dialect.matches(column, parameter));
  if (plain.length > 0) conditions.unshift(dialect.lowerCase(column, has, (text) => anyOf(ofPlain[placed](text))));
  return anyOf(conditions);
}

function anyOf(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(' OR ')})`;
}
