/**
 * Comparing texts without regard to case in the event store, as `anyCase` does in memory. What
 * engines make of `lower` differs beyond A to Z, so a value with other letters is a regular
 * expression: DuckDB and ClickHouse use RE2, which folds letters as JavaScript does with `iu`.
 */
import { composed, hasOtherLetters, lowerCase, patternOf, type Placed } from 'contract/shared/any-case';
import type { Dialect } from './dialect';

/** What a parameter of `anyCaseSql` has for a value. */
export function anyCaseParameter(placed: Placed, value: string): string {
  return hasOtherLetters(value) ? `(?i)${patternOf(placed, value)}` : lowerCase(composed(value));
}

/** The condition that one of some values is in a column; parameters are numbered from `first`. */
export function anyCaseSql(
  dialect: Dialect,
  { column, placed, values, first }: { column: string; placed: Placed; values: readonly string[]; first: number },
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
