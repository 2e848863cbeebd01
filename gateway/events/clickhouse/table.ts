/**
 * Stores events of some partitions on ClickHouse, each once: what is known of requests decides
 * which count, and a range of them is saved before it is sent.
 */
import type { Event } from 'contract/event-fields';
import type { Mark } from 'journal/reader';
import { firstOf, sizeOf } from '../shape/ends';
import { decideCounts, type RequestQuery } from '../write/count-decisions';
import type { OpenTable } from '../write/event-table';
import { SerialQueue } from '../../floor/calls/serial-queue';
import { dialectOf } from './dialect';
import { isRefused } from './explain';
import { byPartition, rangeOf } from './range';
import { recover } from './recover';
import { createSender, type SenderParts } from './send';
import { findServerRequests } from './stored';
import { markIn } from './spans';
import { unavailable } from './unavailable';

interface TableParts extends SenderParts {
  /** Only events of their owners are added. */
  partitions: readonly number[];
}

/** The tables must exist. */
export function clickhouseTable(parts: TableParts): OpenTable {
  let { server, shards, ranges, partitions } = parts;
  return async (_, decided) => {
    let sender = createSender(parts);
    let queue = new SerialQueue();
    let state = await recover({ ...parts, sender });
    let hasFailed = false;
    let dialect = dialectOf(server, shards, () => state.artifacts);

    async function recovered(): Promise<void> {
      if (!hasFailed) return;
      state = await recover({ ...parts, sender });
      hasFailed = false;
    }

    async function add(given: readonly Event[], reached: readonly Mark[]): Promise<void> {
      let { artifacts, ends, marks } = state;
      let events = byPartition(given);
      // No stored event has such a number; the real ones follow from what is decided.
      let seq = Number.MAX_SAFE_INTEGER - events.length;
      let find = (asked: RequestQuery) => findServerRequests(server, dialect, asked, seq);
      let keys = events.map((event) => artifacts.keyOf(event));
      let decisions = await decideCounts(find, { events, artifacts: keys, seq });
      let { range, changes } = rangeOf({
        events,
        artifacts,
        decisions,
        endIn: (partition) => ends[partition] ?? firstOf(partition),
        marks: reached.flatMap((mark) => partitions.map((partition) => markIn(mark, partition))),
      });
      await ranges.write(range);
      decided(events, { ...decisions, changes });
      await sender.send(range, artifacts);
      artifacts.saved();
      for (let { partition, end } of range.spans) ends[partition] = end;
      for (let mark of reached) marks.set(mark.epoch, mark);
    }

    /** In a cluster one statement can succeed while another has no server: no event is at fault. */
    async function withoutBlame<T>(work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        hasFailed = true;
        throw server.cluster === undefined || isRefused(error) ? error : unavailable(error);
      }
    }

    return {
      add: (events, reached) => queue.run(() => withoutBlame(() => add(events, reached))),
      marks: () => [...state.marks.values()],
      end: () =>
        queue.run(async () => {
          await withoutBlame(recovered);
          return sizeOf(state.ends);
        }),
      artifacts: () => state.artifacts,
      close: () => queue.close(new Error('The event store is closed')),
    };
  };
}
