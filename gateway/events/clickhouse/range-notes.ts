/**
 * The range being sent to ClickHouse, saved in PostgreSQL through the session with the jobs lock: a
 * process that has lost the lock cannot save a range, so it sends none. The next holder sends the
 * pending range again.
 */
import type { PgSession } from '../../floor/db/session';
import type { EventRange, RangeStore } from './range-file';

const pendingNote = 'events on their way';
const shippedNote = 'events shipped';

export function createPgRangeStore({ query }: Pick<PgSession, 'query'>): RangeStore {
  async function read(name: string): Promise<string> {
    let [row] = await query('select text from notes where name = $1', [name]);
    return String(row?.text ?? '');
  }

  /** One statement, so atomic. */
  async function write(pending: string, shipped: string): Promise<void> {
    await query(
      'insert into notes (name, text) values ($1, $2), ($3, $4) on conflict (name) do update set text = excluded.text',
      [pendingNote, pending, shippedNote, shipped],
    );
  }

  let lastShipped = async () => Number(await read(shippedNote));

  return {
    async pending() {
      let text = await read(pendingNote);
      return text === '' ? undefined : (JSON.parse(text) as EventRange);
    },
    write: async (range) => write(JSON.stringify(range), String(await lastShipped())),
    shipped: (end) => write('', String(end)),
    drop: async () => write('', String(await lastShipped())),
    lastShipped,
    forgotten: `delete the notes "${shippedNote}" and "${pendingNote}" from PostgreSQL`,
    close: () => undefined,
  };
}
