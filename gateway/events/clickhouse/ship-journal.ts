/**
 * Ships the journal of an edge node to ClickHouse, in order. Records stay in the journal until the
 * server has confirmed them; an unavailable server blocks nothing else.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { openDamageLog, type DamageLog } from 'journal/damage-log';
import { epochsOf } from 'journal/headers';
import { createJournalReader, type JournalReader, type Mark } from 'journal/reader';
import { createSizeLimits } from 'journal/size-limits';
import { errorMessage } from 'net/error-message';
import { registerCounter, registerGauge } from 'net/metrics';
import { SerialQueue } from '../../floor/calls/serial-queue';
import { arrivalOf, readArrivedMarks, type ArrivedRecord } from './arrivals';
import { connect, type Clickhouse, type ServerAddress } from './client';
import { createArrivalsTable } from './schema';

const lookEveryMs = 300;
const recordsAtOnce = 500;
const bytesAtOnce = 4 * 1024 * 1024;
const backOffFirstMs = 500;
const backOffMaxMs = 15_000;

export interface ShippingParts extends ServerAddress {
  folder: string;
  clock: () => number;
  log: Logger;
  /** That of the folder; opened here by default. */
  damage?: DamageLog | undefined;
}

interface ShippingState {
  /** Journal bytes that the server has not confirmed. */
  bytes: number;
  /** Time of the first of these events. */
  oldest: number | null;
  /** Why the server does not accept events. */
  problem: string | undefined;
}

export interface Shipping {
  /**
   * Resolves when everything durable at the call was sent, with the number of events since the
   * start. Rejects if the server does not take them.
   */
  flush(): Promise<number>;
  /** Why the server does not accept events. */
  failure(): unknown;
  /** Keeps the journal's files until the returned function is called. */
  keep(): Promise<() => void>;
  state(): Promise<ShippingState>;
  observe(registry: Registry): void;
  /** Sends what is left, for at most a second. */
  close(): Promise<void>;
}

interface Open {
  server: Clickhouse;
  reader: JournalReader;
  marks: Map<string, Mark>;
}

const closeLimitMs = 1_000;

export function shipJournal({ folder, url, cluster, clock, log, damage }: ShippingParts): Shipping {
  let began = clock();
  let room = createSizeLimits(folder, { bytesMax: Number.POSITIVE_INFINITY, freeMin: 0 });
  let opened: Open | undefined;
  let own: DamageLog | undefined;
  /** Read, but not confirmed. */
  let unsent: ArrivedRecord[] = [];
  let failure: unknown;
  let queue = new SerialQueue();
  let flushing: Promise<number> | undefined;
  let counts = { events: 0, failures: 0, retries: 0 };
  let closing = new AbortController();

  let damageOf = async () => damage ?? (own ??= await openDamageLog(folder, (sentence) => log.error(sentence)));
  let open = async () => (opened ??= await openShipping({ url, cluster, folder }, damageOf));

  /** Returns whether there may be more of what was durable at the call. */
  async function shipSome(): Promise<boolean> {
    let { server, reader, marks } = await open();
    let isAgain = unsent.length > 0;
    if (isAgain) counts.retries += 1;
    else unsent = await nextRecords(reader, marks);
    if (unsent.length === 0) return false;
    let hasMore = isAgain || isFull(unsent);
    await server.insert('arrivals', unsent);
    for (let { node, epoch, place, next } of unsent) {
      marks.set(epoch, { node, epoch, next });
      counts.events += next - place;
    }
    unsent = [];
    await reader.release([...marks.values()]);
    return hasMore;
  }

  function failed(error: unknown): void {
    counts.failures += 1;
    if (String(failure) !== String(error)) log.error({ err: error }, 'events cannot be sent; they stay in the journal');
    failure = error;
  }

  async function shipAll(): Promise<void> {
    for (let tries = 0; !closing.signal.aborted || (tries === 0 && opened !== undefined);) {
      let waitMs = lookEveryMs;
      try {
        let hasMore = await queue.run(shipSome);
        if (failure !== undefined) log.info('sending events again');
        failure = undefined;
        tries = 0;
        waitMs = hasMore ? 0 : lookEveryMs;
        if (!hasMore && closing.signal.aborted) return;
      } catch (error) {
        failed(error);
        waitMs = Math.min(backOffMaxMs, backOffFirstMs * 2 ** tries++);
      }
      if (waitMs > 0) await pause(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  }

  /** Calls that come before it begins share it. */
  function flush(): Promise<number> {
    return (flushing ??= queue.run(async () => {
      flushing = undefined;
      // Ends although ever more events come.
      while (await shipSome());
      return counts.events;
    }));
  }

  let shipping = shipAll();

  async function state(): Promise<ShippingState> {
    let problem = failure === undefined ? undefined : errorMessage(failure);
    if (opened) {
      let { bytes } = await opened.reader.lag();
      return { bytes, oldest: unsent[0]?.time ?? null, problem };
    }
    // The server's progress is unknown before its first response.
    await room.check(true);
    let { bytes } = room.state();
    return { bytes, oldest: bytes > 0 ? began : null, problem };
  }

  return {
    flush,
    failure: () => failure,
    keep: () => queue.run(async () => (await open()).reader.keep()),
    state,
    observe: (registry) => observeShipping(registry, { counts, state, clock }),
    async close() {
      closing.abort();
      let timeUp = new AbortController();
      await Promise.race([shipping, pause(closeLimitMs, undefined, { signal: timeUp.signal }).catch(() => undefined)]);
      timeUp.abort();
      await opened?.server.close();
      await own?.close();
    },
  };
}

async function openShipping(
  { folder, ...address }: ServerAddress & { folder: string },
  damage: () => Promise<DamageLog>,
): Promise<Open> {
  let server = await connect(address);
  try {
    await createArrivalsTable(server);
    let epochs = (await epochsOf(folder)).map(({ epoch }) => epoch);
    let marks = await readArrivedMarks(server, epochs);
    let reader = createJournalReader(folder, marks, await damage());
    return { server, reader, marks: new Map(marks.map((mark) => [mark.epoch, mark])) };
  } catch (error) {
    await server.close();
    throw error;
  }
}

interface Observed extends Pick<ShippingParts, 'clock'>, Pick<Shipping, 'state'> {
  counts: Readonly<{ events: number; failures: number; retries: number }>;
}

function observeShipping(registry: Registry, { counts, state, clock }: Observed): void {
  let count = (name: `${string}_total`, help: string, read: () => number) =>
    registerCounter(registry, { name, help }, read);
  count('landfall_shipped_events_total', 'Events that were sent to the event store.', () => counts.events);
  count('landfall_shipping_failures_total', 'Rejected writes to the event store.', () => counts.failures);
  count('landfall_shipping_retries_total', 'Retried writes to the event store.', () => counts.retries);
  let unsent = { name: 'landfall_unsent_bytes', help: 'Bytes of the journal that were not sent yet.' };
  registerGauge(registry, unsent, async () => (await state()).bytes);
  let age = { name: 'landfall_unsent_seconds', help: 'Age of the oldest event that was not sent yet.' };
  registerGauge(registry, age, async () => {
    let { oldest } = await state();
    return oldest === null ? 0 : Math.max(0, clock() - oldest) / 1_000;
  });
}

function isFull(records: readonly ArrivedRecord[]): boolean {
  let bytes = records.reduce((sum, { record }) => sum + record.length, 0);
  return records.length >= recordsAtOnce || bytes >= bytesAtOnce;
}

/** The next records, as many as are sent at once. */
export async function nextRecords(reader: JournalReader, marks: ReadonlyMap<string, Mark>): Promise<ArrivedRecord[]> {
  let found: ArrivedRecord[] = [];
  let ends = new Map([...marks].map(([epoch, { next }]) => [epoch, next]));
  while (!isFull(found)) {
    let batch = await reader.read().catch((error: unknown) => {
      // The reader has passed the found records: they are sent first, and the next call fails
      // again.
      if (found.length === 0) throw error;
    });
    if (!batch) break;
    let arrival = arrivalOf(batch, ends.get(batch.from.epoch) ?? 0);
    ends.set(arrival.epoch, arrival.next);
    found.push(arrival);
  }
  return found;
}
