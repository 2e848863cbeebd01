/**
 * A database of events belongs to one installation: both databases have a number of it. Another
 * installation would store the same events under the same numbers.
 */
import { randomInt } from 'node:crypto';
import type { PgSession } from '../../floor/db/session';
import type { Clickhouse } from './client';

/** The row of `progress` with the number; the highest one stays. */
export const installation = 'installation';
const noteName = 'events database';
const numbersEnd = 2 ** 48 - 1;

/** Throws if the database belongs to another installation. */
export async function claimDatabase(
  { ask, insert }: Pick<Clickhouse, 'ask' | 'insert'>,
  { query }: Pick<PgSession, 'query'>,
): Promise<void> {
  let owner = async () => {
    let [row] = await ask(`SELECT max(next) AS number FROM progress WHERE epoch = '${installation}'`);
    return Number(row?.number);
  };
  await query('insert into notes (name, text) values ($1, $2) on conflict do nothing', [
    noteName,
    String(randomInt(1, numbersEnd)),
  ]);
  let [note] = await query('select text from notes where name = $1', [noteName]);
  let own = Number(note?.text);
  if ((await owner()) === 0) await insert('progress', [{ node: installation, epoch: installation, next: own }]);
  if ((await owner()) !== own)
    throw new Error(
      'The database of EVENTS_URL belongs to another installation. Use a separate one for each. If the database of ' +
        `DATABASE_URL was restored, delete the row of "progress" whose epoch is "${installation}".`,
    );
}
