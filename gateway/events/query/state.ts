import { setTimeout as pause } from 'node:timers/promises';
import type { QueryEngine } from './dialect';
import type { EventStoreState } from '../store';
import type { EventWriter } from '../write/writer';
import { greatest, least } from 'contract/shared/extremes';

/** How long to wait for the journal to be read. */
const catchUpMs = 500;

/** Since when duplicate requests count once; undefined if always. */
export async function countingChange({ dialect, read }: QueryEngine): Promise<number | undefined> {
  let text = 'SELECT min(time) AS time FROM counting_changes';
  let [row] = await read((ask) => ask(text), { keys: [] });
  return row?.time ? dialect.msOf(row.time) : undefined;
}

/** Works even when the journal cannot be read, or not in time. */
export async function stateOf(
  { dialect, readAll }: QueryEngine,
  writer: Pick<EventWriter, 'catchUp' | 'waiting' | 'end'>,
): Promise<EventStoreState> {
  let timeUp = new AbortController();
  let limit = pause(catchUpMs, undefined, { signal: timeUp.signal }).catch(() => undefined);
  await Promise.race([writer.catchUp().catch(() => undefined), limit]);
  timeUp.abort();
  let end = writer.end();
  let rows = (await readAll((ask) => ask(dialect.tableState(end)))).flat();
  let lastEvent = Math.max(0, greatest(rows.map(({ last }) => Number(last ?? 0))));
  // Events may have been moved into the table meanwhile.
  let waiting = Math.max(0, writer.end() + writer.waiting() - lastEvent);
  let count = rows.reduce((sum, row) => sum + Number(row.count), 0);
  let times = rows.filter((row) => Number(row.count) > 0);
  return {
    count: count + waiting,
    oldest: count > 0 ? least(times.map(({ oldest }) => dialect.msOf(oldest))) : null,
    newest: count > 0 ? greatest(times.map(({ newest }) => dialect.msOf(newest))) : null,
    waiting,
    lastEvent,
  };
}
