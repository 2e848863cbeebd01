/**
 * Reads the records sent by edge nodes like the journal of one machine: in order for each node and
 * epoch, nothing skipped and nothing twice.
 */
import type { DamageLog } from 'journal/damage-log';
import { jsonOf, NewerJournal, readerFor, type JournalRecord } from 'journal/format';
import { storedBy, withoutStored, type Batch, type JournalReader, type Mark } from 'journal/reader';
import type { EngineRow } from '../query/dialect';
import { readAllArrivedMarks, waitingArrivals } from './arrivals';
import type { Clickhouse } from './client';
import { literal } from './literals';
import { haveAllArrivals } from './schema';

const recordsAtOnce = 500;
/** Events in memory, about: a look ends with the record that reaches it. */
const eventsAtOnce = 15_000;
/** A record is sent after the one before has arrived, so a gap that lasts longer is a loss. */
const usualGapMs = 60_000;

export interface ArrivalsParts {
  damage: Pick<DamageLog, 'addLine' | 'addMissing'>;
  warn(sentence: string): void;
  /** Called when records were read, before they are returned. */
  looked?: () => Promise<void>;
  /** How long to wait for missing records. */
  gapMs?: number;
}

/** Skips what is before `marks`. */
export function createArrivalsReader(
  server: Clickhouse,
  marks: readonly Mark[],
  { damage, warn, looked = async () => undefined, gapMs = usualGapMs }: ArrivalsParts,
): JournalReader {
  let next = new Map(marks.map((mark) => [mark.epoch, mark.next]));
  let ready: Batch[] = [];
  let lastTaken = '';
  /** Whether `looked` was called for what is ready. */
  let isFresh = true;

  /** Since when a position has been missing. */
  let gaps = new Map<string, { at: number; since: number }>();
  /** Of records that may not be stored yet. */
  let passedGaps: { epoch: string; end: number; missing: number }[] = [];
  let unreadable: unknown;

  async function look(): Promise<void> {
    let failure: unknown;
    let newer: unknown;
    let isWhole = true;
    let arrived = (await readAllArrivedMarks(server)).sort((a, b) => (a.epoch < b.epoch ? -1 : 1));
    let first = Math.max(
      0,
      arrived.findIndex(({ epoch }) => epoch > lastTaken),
    );
    // In turn: an epoch that is far behind delays no other.
    for (let mark of [...arrived.slice(first), ...arrived.slice(0, first)]) {
      if (ready.reduce((sum, { events }) => sum + events.length, 0) >= eventsAtOnce) {
        isWhole = false;
        break;
      }
      lastTaken = mark.epoch;
      if (mark.next <= (next.get(mark.epoch) ?? 0)) continue;
      // A record for a newer version does not block other nodes.
      await take(mark).catch((error: unknown) => {
        if (error instanceof NewerJournal) newer = error;
        else failure = error;
      });
    }
    isFresh = false;
    if (newer || isWhole) unreadable = newer;
    if (failure && ready.length === 0) throw failure;
  }

  async function take({ node, epoch }: Mark): Promise<void> {
    let from = next.get(epoch) ?? 0;
    let rows = await server.ask(
      'SELECT place, after, next, header, record FROM arrivals ' +
        `WHERE node = ${literal(node)} AND epoch = ${literal(epoch)} AND next > ${from} ORDER BY place LIMIT ${recordsAtOnce}`,
    );
    for (let row of rows) {
      let expected = next.get(epoch) ?? 0;
      let [place, after, end] = [Number(row.place), Number(row.after), Number(row.next)];
      if (end <= expected) continue;
      if (after > expected && !(await isLost(epoch, expected))) return;
      let record = recordOf(row);
      // Kept, so that it does not block those behind it.
      if (!record) await damage.addLine(`${node}.log`, String(row.record));
      if (after > expected) {
        passedGaps.push({ epoch, end, missing: after - expected });
        warn(
          `${after - expected} events of the edge node ${node} were sent and are not in "arrivals": they are missing. ` +
            'Those behind them are stored. See whether the event store has lost rows.',
        );
      }
      gaps.delete(epoch);
      next.set(epoch, end);
      let fresh = record?.events.slice(Math.max(0, expected - place)) ?? [];
      if (fresh.length > 0) ready.push({ events: fresh, from: { node, epoch, next: Math.max(place, expected) } });
    }
  }

  /** Whether a gap has lasted too long, and is not on a server that is away or behind. */
  async function isLost(epoch: string, at: number): Promise<boolean> {
    let gap = gaps.get(epoch);
    if (gap?.at !== at) gaps.set(epoch, (gap = { at, since: performance.now() }));
    return performance.now() - gap.since >= gapMs && haveAllArrivals(server);
  }

  return {
    async read() {
      if (ready.length === 0) await look();
      if (!isFresh) await looked();
      isFresh = true;
      return ready.shift();
    },
    problem: () => unreadable,
    release: async (stored) => void (passedGaps = withoutStored(passedGaps, storedBy(stored), damage)),
    keep: async () => () => undefined,
    lag: () => waitingArrivals(server),
  };
}

/** Undefined if it is damaged, or has what no version writes. */
function recordOf({ header, record }: EngineRow): JournalRecord | undefined {
  let [head, json] = [jsonOf(String(header)), jsonOf(String(record))];
  let reader = head === undefined ? undefined : readerFor(head);
  try {
    return reader && json !== undefined ? reader.read(json) : undefined;
  } catch {
    return undefined;
  }
}
