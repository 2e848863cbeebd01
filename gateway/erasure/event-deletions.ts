/**
 * The job that deletes events: those of what was erased, and those older than they may become. It
 * goes on where an earlier process has stopped.
 */
import type { Logger } from 'pino';
import { hourMs } from 'contract/shared/time';
import type { EventStore } from '../events/store';
import { createJobs, type Jobs } from '../floor/jobs';
import type { Records } from '../floor/db/schema';
import { addMissingTombstones, DamagedRecords } from './missing-tombstones';
import { eventAges } from './event-retention';
import { allTombstones, countTombstones, deleteCompanyRecords } from '../floor/tombstones';

interface DeletionParts {
  records: Records;
  events: Pick<EventStore, 'artifacts' | 'addTombstones' | 'erase' | 'deleteExpired' | 'overwriteDeleted'>;
  /** Days the installation keeps events; for ever when left out. */
  eventDays?: number | undefined;
  clock: () => number;
  log: Logger;
}

export interface EventDeletions {
  /** Deletes all that is to be deleted now. */
  run(): Promise<void>;
  /** Resolves when the stores are no longer used. */
  stop(): Promise<void>;
}

/** Starts the job. Old events are looked for once an hour. */
export function startEventDeletions(parts: DeletionParts, jobs: Jobs = createJobs(parts.clock)): EventDeletions {
  let { records, events, eventDays, clock, log } = parts;
  let stopping = new AbortController();
  let { signal } = stopping;
  let done = new Set<string>();
  let isBuried = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function erase(): Promise<void> {
    if ((await countTombstones(records)) === done.size) return;
    let fresh = (await allTombstones(records)).filter(({ id }) => !done.has(id));
    events.addTombstones(fresh);
    for (let tombstone of fresh) {
      let count = await events.erase(tombstone, signal);
      // A mail or a request about it may have been on its way.
      if (count !== undefined && tombstone.kind === 'company') await deleteCompanyRecords(records, tombstone);
      if (count) log.info({ tombstone: tombstone.id, kind: tombstone.kind, events: count }, 'events erased');
      done.add(tombstone.id);
    }
  }

  async function bury(): Promise<void> {
    if (isBuried) return;
    try {
      let owners = await addMissingTombstones(records, events.artifacts, clock());
      if (owners) log.info({ owners }, 'owners that an earlier version has deleted: their events are erased now');
    } catch (error) {
      if (!(error instanceof DamagedRecords)) throw error;
      log.error({ err: error }, 'the records are damaged; events of owners from before stay until they are repaired');
    }
    isBuried = true;
  }

  async function forget(): Promise<void> {
    if (Math.abs(clock() - lookedAt) < hourMs) return;
    for (let age of await eventAges(records, eventDays, clock())) {
      let count = await events.deleteExpired(age, signal);
      if (count > 0) log.info({ ...age, events: count }, 'old events deleted');
    }
    lookedAt = clock();
  }

  async function work(): Promise<void> {
    await bury();
    await erase();
    await forget();
    await events.overwriteDeleted(signal);
  }

  let report = (error: unknown) => {
    if (!signal.aborted) log.error({ err: error }, 'events not deleted; it is tried again');
  };
  let job = jobs.start('event-deletions', work, report);
  void job.wake();
  return {
    run: job.run,
    async stop() {
      stopping.abort();
      await job.stop();
    },
  };
}
