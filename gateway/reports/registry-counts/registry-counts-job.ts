/** Fetches the download counts of registries: one package at a time, each once a day. */
import type { Logger } from 'pino';
import { isCountedType, type CountedType } from 'contract/analytics/count-sources';
import type { RegistryCountsFailure } from 'contract/analytics/registry-counts';
import { dayMs, dayOf, hourMs } from 'contract/shared/time';
import type { Records } from '../../floor/db/schema';
import type { Jobs } from '../../floor/jobs';
import { fetchedFrom, type DayCount } from './count-sources';
import { fetchCounts, type CountsAnswer, type RegistryCountsOptions } from './fetch-counts';
import { countedName, type DueCounter, dueCounters, saveRegistryCounts, recordFetchFailure } from './registry-counts';

export interface RegistryCountsJob {
  /** Whether counts of packages of this type can be fetched. */
  isFor(type: string): boolean;
  /** Fetches what is due. Never rejects. */
  wake(): Promise<void>;
  stop(): Promise<void>;
}

/** Fetched again each time: registries correct their counts. */
const repeatedDays = 14;
/** Registries publish a day's count one or two days later, and return zero until then. */
const lateDays = 3;
const packagesPerRun = 200;
/** Consecutive packages without a response after which a run stops. */
const silencesMax = 3;

export interface RegistryCountsParts {
  records: Records;
  options: RegistryCountsOptions;
  clock: () => number;
  log: Logger;
}

export function startRegistryCounts({ records, options, clock, log }: RegistryCountsParts, jobs: Jobs) {
  let stopping = new AbortController();
  let types = Object.keys(options.urls).filter(isCountedType);

  /** One registry after the other: the trouble of one delays no other's packages. */
  async function fetchDue(): Promise<void> {
    for (let type of types) await fetchOf(type);
  }

  async function fetchOf(type: CountedType): Promise<void> {
    let due = await dueCounters(records, [type], clock(), packagesPerRun);
    let silences = 0;
    for (let [i, counter] of due.entries()) {
      let answer = await countsOf(counter);
      if (stopping.signal.aborted) return;
      let isOver = await keep(answer, counter, due.slice(i), silences);
      if (isOver) return;
      silences = 'failure' in answer && answer.failure === 'no-answer' ? silences + 1 : 0;
    }
  }

  async function countsOf(counter: DueCounter): Promise<CountsAnswer> {
    let { item } = counter;
    let name = await countedName(records, item);
    if (name === undefined) return { failure: 'unknown-package' };
    return fetchCounts(options, { type: item.type, name }, daysToAsk(counter, clock()), stopping.signal);
  }

  /** Returns true if the run has to stop; then all waiting packages get the failure. */
  async function keep(answer: CountsAnswer, counter: DueCounter, waiting: DueCounter[], silences: number) {
    let now = clock();
    if (!('failure' in answer)) {
      let counted =
        'total' in answer
          ? { total: answer.total, days: daysBetween(counter, answer.total, now) }
          : { days: settled(answer.days, now) };
      await saveRegistryCounts(records, counter.package_id, counted, { now, nextFetchAt: now + dayMs });
      return false;
    }
    let { failure } = answer;
    let isOver = failure === 'too-many-requests' || (failure === 'no-answer' && silences + 1 >= silencesMax);
    let failed = isOver ? waiting : [counter];
    log.warn({ failure, type: counter.item.type, packages: failed.length }, 'registry counts could not be fetched');
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
    isFor: (type: string) => types.some((one) => one === type),
    wake: job.wake,
    async stop() {
      stopping.abort();
      await job.stop();
    },
  } satisfies RegistryCountsJob;
}

/** From the last fetch, and a little before, until yesterday. */
function daysToAsk({ fetched_at, item }: DueCounter, now: number) {
  let { historyDays } = fetchedFrom[item.type];
  let days = fetched_at === null ? historyDays : (now - fetched_at) / dayMs + repeatedDays;
  return { from: dayOf(now - Math.min(days, historyDays) * dayMs), to: dayOf(now - dayMs) };
}

/** Without the last days if the registry has not counted them yet. */
function settled(days: DayCount[], now: number): DayCount[] {
  let late = dayOf(now - lateDays * dayMs);
  let last = days.findLastIndex(({ day, downloads }) => downloads > 0 || day < late);
  return days.slice(0, last + 1);
}

/**
 * The downloads since the last total, evenly over the days since then; none of a first total, or of
 * one that has become smaller.
 */
function daysBetween({ total: before, fetched_at }: DueCounter, total: number, now: number): DayCount[] {
  if (before === null || fetched_at === null || total < before) return [];
  let first = Math.floor(fetched_at / dayMs);
  let days = Math.floor(now / dayMs) - first;
  if (days < 1) return [];
  let each = Math.floor((total - before) / days);
  return Array.from({ length: days }, (_, i) => ({
    day: dayOf((first + i) * dayMs),
    downloads: i === days - 1 ? total - before - each * (days - 1) : each,
  }));
}

function pauseOf({ failure, retryAfterMs = 0 }: { failure: RegistryCountsFailure; retryAfterMs?: number }): number {
  if (failure === 'unknown-package') return dayMs;
  return Math.min(Math.max(retryAfterMs, hourMs), dayMs);
}
