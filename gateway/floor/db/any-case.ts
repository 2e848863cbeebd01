/** Finding records by a part of a text, whatever the case of its letters, alike in both engines. */
import { sql, type RawBuilder } from 'kysely';
import { anyCase, composed, hasOtherLetters, lowerCase, type MatchPlace } from 'contract/shared/any-case';
import { lowerCaseSql } from './dialect';
import type { Records } from './schema';

interface Looked {
  column: string;
  /** The column with the ids of the rows. */
  id: string;
  /** Reads the texts of all rows that may be meant; few enough to be looked at here. */
  texts(): Promise<{ id: string; text: string }[]>;
}

type Part = Exclude<MatchPlace, 'equals'>;

/**
 * The condition that a text has a part. What engines make of other letters than A to Z differs, and
 * depends on the language of a server, so rows are found by their ids then.
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

/** The same for a part of letters from A to Z; others match in their own case alone. */
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
