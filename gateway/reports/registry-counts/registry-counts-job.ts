/** Fetches the download counts of registries: one package at a time, each once a day. */
import type { Logger } from 'pino';
import { npm } from 'contract/packages/package-types/npm';
import type { PackageTypeName } from 'contract/packages/packages';
import type { RegistryCountsFailure } from 'contract/analytics/registry-counts';
import { dayMs, dayOf, hourMs } from 'contract/shared/time';
import type { Records } from '../../floor/db/schema';
import type { Jobs } from '../../floor/jobs';
import { fetchNpmCounts, type CountsAnswer, type DayCount, type NpmCountsOptions } from './npm-counts';
import { type DueCounter, dueCounters, saveRegistryCounts, recordFetchFailure } from './registry-counts';

export interface RegistryCountsJob {
  /** Whether counts of this package type can be fetched. */
  isFor(type: PackageTypeName): boolean;
  /** Fetches what is due. Never rejects. */
  wake(): Promise<void>;
  stop(): Promise<void>;
}

/** npm limits a request to 18 months. */
const historyDays = 540;
/** Fetched again each time: registries correct their counts. */
const repeatedDays = 14;
/** Registries publish a day's count one or two days later, and return zero until then. */
const lateDays = 3;
const packagesPerRun = 200;
/** Consecutive packages without a response after which a run stops. */
const silencesMax = 3;

export interface RegistryCountsParts {
  records: Records;
  npm: NpmCountsOptions | undefined;
  clock: () => number;
  log: Logger;
}

export function startRegistryCounts({ records, npm: options, clock, log }: RegistryCountsParts, jobs: Jobs) {
  let stopping = new AbortController();

  async function fetchDue(): Promise<void> {
    if (!options) return;
    let due = await dueCounters(records, npm.name, clock(), packagesPerRun);
    let silences = 0;
    for (let [i, counter] of due.entries()) {
      let answer = await fetchNpmCounts(options, counter.name, daysToAsk(counter, clock()), stopping.signal);
      if (stopping.signal.aborted) return;
      let isOver = await keep(answer, counter, due.slice(i), silences);
      if (isOver) return;
      silences = 'failure' in answer && answer.failure === 'no-answer' ? silences + 1 : 0;
    }
  }

  /** Returns true if the run has to stop; then all waiting packages get the failure. */
  async function keep(answer: CountsAnswer, counter: DueCounter, waiting: DueCounter[], silences: number) {
    let now = clock();
    if ('days' in answer) {
      await saveRegistryCounts(records, counter.package_id, settled(answer.days, now), {
        now,
        nextFetchAt: now + dayMs,
      });
      return false;
    }
    let { failure } = answer;
    let isOver = failure === 'too-many-requests' || (failure === 'no-answer' && silences + 1 >= silencesMax);
    let failed = isOver ? waiting : [counter];
    log.warn({ failure, packages: failed.length }, 'registry counts could not be fetched');
    let times = { now, nextFetchAt: now + pauseOf(answer) };
    await recordFetchFailure(
      records,
      failed.map(({ package_id }) => package_id),
      failure,
      times,
    );
    return isOver;
  }

  let job = jobs.start('registry-counts', fetchDue, (error) =>
    log.error({ err: error }, 'registry counts were not fetched'),
  );
  return {
    isFor: (type: PackageTypeName) => options !== undefined && type === npm.name,
    wake: job.wake,
    async stop() {
      stopping.abort();
      await job.stop();
    },
  } satisfies RegistryCountsJob;
}

/** From the last fetch, and a little before, until yesterday. */
function daysToAsk({ fetched_at }: DueCounter, now: number) {
  let days = fetched_at === null ? historyDays : (now - fetched_at) / dayMs + repeatedDays;
  return { from: dayOf(now - Math.min(days, historyDays) * dayMs), to: dayOf(now - dayMs) };
}

/** Without the last days if the registry has not counted them yet. */
function settled(days: DayCount[], now: number): DayCount[] {
  let late = dayOf(now - lateDays * dayMs);
  let last = days.findLastIndex(({ day, downloads }) => downloads > 0 || day < late);
  return days.slice(0, last + 1);
}

function pauseOf({ failure, retryAfterMs = 0 }: { failure: RegistryCountsFailure; retryAfterMs?: number }): number {
  if (failure === 'unknown-package') return dayMs;
  return Math.min(Math.max(retryAfterMs, hourMs), dayMs);
}
