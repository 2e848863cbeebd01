/** Deletes events that were erased or are too old. Resumes where an earlier process stopped. */
import type { Logger } from 'pino';
import { hourMs } from 'contract/floor/time';
import type { EventEraser, EventStore } from '../events/shape/store';
import { createJobs, type Jobs } from '../floor/jobs';
import type { Records } from '../floor/db/schema';
import { byAge, type InstallationClock } from '../floor/installation-clock';
import { addMissingTombstones, DamagedRecords } from './missing-tombstones';
import { eventAges } from './event-retention';
import { allTombstones, countTombstones, deleteCompanyRecords } from '../floor/tombstones';

interface DeletionParts {
  records: Records;
  events: EventEraser & Pick<EventStore, 'artifacts' | 'state'>;
  /** Retention of the installation in days; unlimited if undefined. */
  eventDays?: number | undefined;
  time: InstallationClock;
  log: Logger;
}

export interface EventDeletions {
  run(): Promise<void>;
  /** Resolves when the stores can be closed. */
  stop(): Promise<void>;
}

/** Checks for old events once an hour. */
export function startEventDeletions(parts: DeletionParts, jobs: Jobs = createJobs(parts.time.now)): EventDeletions {
  let { records, events, eventDays, time, log } = parts;
  let { now: clock } = time;
  let stopping = new AbortController();
  let { signal } = stopping;
  let done = new Set<string>();
  let hasTombstones = false;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function erase(): Promise<void> {
    if ((await countTombstones(records)) === done.size) return;
    let pending = (await allTombstones(records)).filter(({ id }) => !done.has(id));
    events.addTombstones(pending);
    for (let tombstone of pending) {
      let count = await events.erase(tombstone, signal);
      // An email or request may have stored the company again.
      if (count !== undefined && tombstone.kind === 'company') await deleteCompanyRecords(records, tombstone);
      if (count) log.info({ tombstone: tombstone.id, kind: tombstone.kind, events: count }, 'events erased');
      done.add(tombstone.id);
    }
  }

  async function addTombstones(): Promise<void> {
    if (hasTombstones) return;
    try {
      let owners = await addMissingTombstones(records, events.artifacts, clock());
      if (owners) log.info({ owners }, 'erasing events of owners deleted by an earlier version');
    } catch (error) {
      if (!(error instanceof DamagedRecords)) throw error;
      log.error({ err: error }, 'the records are damaged; events of owners from before stay until they are repaired');
    }
    hasTombstones = true;
  }

  async function deleteOldEvents(): Promise<void> {
    if (Math.abs(clock() - checkedAt) < hourMs) return;
    await byAge(records, clock(), async (now) => {
      for (let age of await eventAges(records, eventDays, now)) {
        let count = await events.deleteExpired(age, signal);
        if (count > 0) log.info({ ...age, events: count }, 'old events deleted');
      }
      checkedAt = now;
    });
  }

  async function work(): Promise<void> {
    await time.look(async () => (await events.state()).newest);
    await addTombstones();
    await erase();
    await deleteOldEvents();
    await events.overwriteDeleted(signal);
  }

  let report = (error: unknown) => {
    if (!signal.aborted) log.error({ err: error }, 'events not deleted; retrying');
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
