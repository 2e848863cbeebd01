/**
 * Stores events in a process with `ROLE=jobs`, whether or not it runs the jobs. Owners' events are divided
 * among these processes by leases of a PostgreSQL session; one that loses it exits at once.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createSteadyClock } from 'edge/steady-clock';
import { openDamageLog } from 'journal/damage-log';
import { openInstallationClock } from 'gateway/floor/installation-clock';
import { isLatest, takeJobsLock } from 'gateway/floor/db/jobs-lock';
import { openPgSession, type PgSession } from 'gateway/floor/db/session';
import { openStorer, type Storer } from 'gateway/events/clickhouse/storer';
import { writeProblem } from 'gateway/events/write/journal-state';
import { allTombstones } from 'gateway/floor/tombstones';
import { createImageProvisioning } from 'gateway/packages/image-provisioning';
import { openInstallationRecords } from './installation-records';
import type { Settings } from './settings';

const againAfterMs = 2_000;

interface StoringEvents extends Pick<Storer, 'failure' | 'damage' | 'addRefused' | 'flush'> {
  /** Why events are not stored, and what to do. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/** Begins as soon as the stores answer. */
export function storeEvents(settings: Settings, closing: AbortSignal, log: Logger): StoringEvents {
  let folder = path.resolve(settings.DATA_DIR);
  let storer: Storer | undefined;
  let failure: unknown;
  let closings: (() => unknown)[] = [];

  async function closeAll(): Promise<void> {
    for (let close of closings.splice(0).toReversed()) await close();
  }

  async function openSession(): Promise<PgSession> {
    let session = await openPgSession(settings.DATABASE_URL ?? '');
    closings.push(session.close);
    while (!(await isLatest(session))) await pause(againAfterMs, undefined, { signal: closing });
    return session;
  }

  async function open(): Promise<void> {
    let records = await openInstallationRecords(settings);
    closings.push(() => records.destroy());
    let time = await openInstallationClock(records, Date.now, log);
    closings.push(time.close);
    let session = await openSession();
    let own = { domain: settings.GATEWAY_DOMAIN, publicUrl: settings.PUBLIC_URL };
    let warn = (sentence: string) => log.error(sentence);
    let damage = await openDamageLog(folder, warn);
    closings.push(damage.close);
    let opened = await openStorer({
      url: settings.EVENTS_URL ?? '',
      cluster: settings.EVENTS_CLUSTER_NAME,
      folder,
      session,
      warn,
      damage,
      tombstones: () => allTombstones(records),
      resolve: createImageProvisioning(records, own, time.now).resolve,
      clock: createSteadyClock(time.now),
      dated: time.dated,
    });
    closings.push(opened.close);
    exitWith(session, closing, log);
    storer = opened;
  }

  async function openAtLast(): Promise<void> {
    while (!storer && !closing.aborted) {
      await open().catch(async (error: unknown) => {
        await closeAll();
        if (String(error) !== String(failure)) log.error({ err: error }, 'events cannot be stored yet');
        failure = error;
      });
      if (!storer) await pause(againAfterMs, undefined, { signal: closing }).catch(() => undefined);
    }
    failure = undefined;
  }

  let opening = openAtLast();
  let failureNow = () => storer?.failure() ?? (failure === undefined ? {} : { storing: failure });

  return {
    failure: failureNow,
    damage: () => storer?.damage(),
    addRefused: async (event, why) => storer?.addRefused(event, why),
    flush: async () => storer?.flush(),
    problem: () => writeProblem(folder, failureNow()),
    async close() {
      await opening;
      await closeAll();
    },
  };
}

/** The session of the only process that stores events and runs the jobs: on one machine. */
export async function storeAlone(
  { DATABASE_URL = '' }: Settings,
  closing: (() => unknown)[],
  log: Logger,
): Promise<PgSession> {
  let ended = new AbortController();
  let session = await takeJobsLock(DATABASE_URL, ended.signal, log);
  closing.push(session.close, () => ended.abort());
  exitWith(session, ended.signal, log);
  return session;
}

/** What is stored is stored by the holder of the session. */
function exitWith({ ended }: PgSession, closing: AbortSignal, log: Logger): void {
  void ended.then(() => {
    if (closing.aborted) return;
    log.fatal('lost the leases of events with the PostgreSQL connection');
    process.exit(1);
  });
}
