/** Reads both stores every night, so that damage is found before a page needs what is damaged. */
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { registerCounter } from 'net/metrics';
import type { EventStore, EventsDamage } from '../../events/shape/store';
import { damageOfOpenRecords } from '../../floor/db/records-damage';
import { createJobs, type Jobs } from '../../floor/jobs';

/** What is damaged, and what to do. */
interface StoreDamage extends Omit<EventsDamage, 'found'> {
  records?: string | undefined;
}

export interface StoreChecks {
  run(): Promise<void>;
  damage(): StoreDamage;
  stop(): Promise<void>;
}

interface CheckParts {
  events: Pick<EventStore, 'verifyBlocks' | 'damage'>;
  /** Of records on SQLite; PostgreSQL looks after its own. */
  recordsFolder: string | undefined;
  log: Logger;
}

export function startStoreChecks(
  { events, recordsFolder, log }: CheckParts,
  jobs: Jobs = createJobs(Date.now),
  metrics: Registry = new Registry(),
): StoreChecks {
  let stopping = new AbortController();
  let records: string | undefined;
  let found = 0;

  async function checkRecords(folder: string): Promise<void> {
    let damage = await damageOfOpenRecords(folder, stopping.signal);
    found += damage.found;
    records = damage.sentence;
    if (records !== undefined) log.error(records);
  }

  async function check(): Promise<void> {
    // One that fails does not keep the other from being read.
    let results = await Promise.allSettled([
      recordsFolder !== undefined && checkRecords(recordsFolder),
      events.verifyBlocks(stopping.signal),
    ]);
    for (let result of results) if (result.status === 'rejected') throw result.reason;
  }

  registerCounter(
    metrics,
    { name: 'landfall_damage_found_total', help: 'Damaged tables that were found in the stores.' },
    () => events.damage().found + found,
  );
  let job = jobs.start('store-checks', check, (error) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'the stores could not be checked');
  });
  return {
    run: job.run,
    damage() {
      let { events: ofEvents, summaries } = events.damage();
      return { records, events: ofEvents, summaries };
    },
    stop() {
      stopping.abort();
      return job.stop();
    },
  };
}
