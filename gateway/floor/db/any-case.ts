/** Case-insensitive search for records, with the same result in both engines. */
import { sql, type RawBuilder } from 'kysely';
import { anyCase, composed, hasOtherLetters, lowerCase, type MatchPlace } from 'contract/floor/any-case';
import { lowerCaseSql } from './dialect';
import type { Records } from './schema';

interface Looked {
  column: string;
  /** The id column of the rows. */
  id: string;
  /** Texts of all candidate rows, few enough to compare in memory. */
  texts(): Promise<{ id: string; text: string }[]>;
}

type Part = Exclude<MatchPlace, 'equals'>;

/**
 * Engines differ in letters beyond A to Z, also by the server's locale; with such letters, rows are
 * found by their ids.
 */
export async function anyCaseCondition(
  records: Records,
  placed: Part,
  part: string,
  { column, id, texts }: Looked,
): Promise<RawBuilder<boolean>> {
  if (!hasOtherLetters(part)) return likeText(records, placed, part, column);
  let fits = anyCase(placed, [part]);
  let ids = (await texts()).filter(({ text }) => fits(composed(text))).map((row) => row.id);
  return ids.length === 0 ? sql<boolean>`false` : sql<boolean>`${sql.ref(id)} in (${sql.join(ids)})`;
}

/** For letters from A to Z; other letters match in their own case. */
export function likeText(
  records: Records,
  placed: Part,
  part: string,
  text: string | RawBuilder<unknown>,
): RawBuilder<boolean> {
  let escaped = lowerCase(composed(part)).replace(/[\\%_]/g, '\\$&');
  let pattern = `${placed === 'contains' ? '%' : ''}${escaped}%`;
  let lower = lowerCaseSql(records, typeof text === 'string' ? sql.ref(text) : text);
  return sql<boolean>`${lower} like ${pattern} escape '\\'`;
}
