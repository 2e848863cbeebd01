/** How many events there are, and from when. */
import { setTimeout as pause } from 'node:timers/promises';
import { msOf } from './columns';
import type { Engine } from './engine';
import type { EventStoreState } from './store';
import type { Writer } from './writer';

/** How long the journal may take to be read first. */
const catchUpMs = 500;

const ofTable =
  'SELECT count(*) AS count, min(time) AS oldest, max(time) AS newest, ' +
  'greatest(max(seq) + 1, (SELECT max(next) FROM deletions), 0) AS last FROM events';

/** Since when requests of one download count once; undefined where they always did. */
export async function countingChange(engine: Engine): Promise<number | undefined> {
  let text = 'SELECT min(time) FROM counting_changes';
  let [row] = await engine.read(async (connection) => (await connection.run(text)).getRows());
  return row?.[0] ? msOf(row[0]) : undefined;
}

/** The state, also where the journal cannot be read or not in time. */
export async function stateOf(
  engine: Engine,
  writer: Pick<Writer, 'catchUp' | 'waiting' | 'end'>,
): Promise<EventStoreState> {
  let timeUp = new AbortController();
  let limit = pause(catchUpMs, undefined, { signal: timeUp.signal }).catch(() => undefined);
  await Promise.race([writer.catchUp().catch(() => undefined), limit]);
  timeUp.abort();
  let [row] = await engine.read(async (connection) => (await connection.run(ofTable)).getRowObjects());
  let lastEvent = Number(row?.last ?? 0);
  // Whatever the count of the table does not have: events may have been moved into it meanwhile.
  let waiting = Math.max(0, writer.end() + writer.waiting() - lastEvent);
  let ms = (value: unknown) => (value === null || value === undefined ? null : msOf(value as never));
  return {
    count: Number(row?.count ?? 0) + waiting,
    oldest: ms(row?.oldest),
    newest: ms(row?.newest),
    waiting,
    lastEvent,
  };
}
