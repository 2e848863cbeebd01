/** How many events there are, and from when. */
import { setTimeout as pause } from 'node:timers/promises';
import { msOf } from './columns';
import type { Engine } from './engine';
import type { EventStoreState } from './store';
import type { Writer } from './writer';

/** How long the journal may take to be read first. */
const catchUpMs = 500;

/** The state, also where the journal cannot be read or not in time. */
export async function stateOf(engine: Engine, writer: Pick<Writer, 'catchUp' | 'waiting'>): Promise<EventStoreState> {
  let timeUp = new AbortController();
  let limit = pause(catchUpMs, undefined, { signal: timeUp.signal }).catch(() => undefined);
  await Promise.race([writer.catchUp().catch(() => undefined), limit]);
  timeUp.abort();
  let waiting = writer.waiting();
  let [row] = await engine.read(async (connection) =>
    (
      await connection.run('SELECT count(*) AS count, min(time) AS oldest, max(time) AS newest FROM events')
    ).getRowObjects(),
  );
  let ms = (value: unknown) => (value === null || value === undefined ? null : msOf(value as never));
  return { count: Number(row?.count ?? 0) + waiting, oldest: ms(row?.oldest), newest: ms(row?.newest), waiting };
}
