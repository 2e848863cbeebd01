import { withTimeout } from 'net/with-timeout';
import type { QueryEngine } from './dialect';
import type { EventStoreState } from '../shape/store';
import type { WrittenEvents } from '../shape/snapshot';

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
  { dialect, read }: QueryEngine,
  writer: Pick<WrittenEvents, 'catchUp' | 'waiting' | 'end' | 'ends'>,
): Promise<EventStoreState> {
  await withTimeout(writer.catchUp(), catchUpMs).catch(() => undefined);
  let [row = {}] = await read((ask) => ask(dialect.tableState(writer.ends())), { keys: [] });
  let lastEvent = Math.max(0, Number(row.last ?? 0));
  // Events may have been moved into the table meanwhile.
  let waiting = Math.max(0, writer.end() + writer.waiting() - lastEvent);
  let count = Number(row.count);
  return {
    count: count + waiting,
    oldest: count > 0 ? dialect.msOf(row.oldest) : null,
    newest: count > 0 ? dialect.msOf(row.newest) : null,
    waiting,
    lastEvent,
  };
}
