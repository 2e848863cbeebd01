/**
 * Fetches the download counts of registries: of each registry one package at a time, each once a day,
 * and of each owner in turn.
 */
import type { Logger } from 'pino';
import { isCountedType, type CountedType } from 'contract/analytics/count-sources';
import { dayMs, dayOf, hourMs, minuteMs } from 'contract/floor/time';
import { timeLimit } from 'net/time-limit';
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
/** Packages without a turn until then have one in a later run. */
const runLimitMs = 9 * minuteMs;
/** Regardless of the Retry-After a registry sends. */
const leftAloneMaxMs = hourMs;
/** Packages in a row without an answer, or over a limit, after which nobody asks for a while. */
const failuresMax = 3;

export interface RegistryCountsParts {
  records: Records;
  options: RegistryCountsOptions;
  clock: () => number;
  log: Logger;
}

export function startRegistryCounts({ records, options, clock, log }: RegistryCountsParts, jobs: Jobs) {
  let stopping = new AbortController();
  let types = Object.keys(options.urls).filter(isCountedType);

  /** Whose packages had no answer since the last one that had, by type. */
  let troubledAt = new Map<CountedType, string[]>();
  /** Registries, and owners at one. */
  let leftAloneUntil = new Map<string, number>();
  let isLeftAlone = (what: string): boolean => {
    let left = (leftAloneUntil.get(what) ?? 0) - clock();
    // More means that the clock was set back.
    return left > 0 && left <= leftAloneMaxMs;
  };

  /** Side by side: the trouble of one registry delays no other's packages. */
  async function fetchDue(): Promise<void> {
    let runs = await Promise.allSettled(types.map(fetchOf));
    for (let run of runs) if (run.status === 'rejected') throw run.reason;
  }

  async function fetchOf(type: CountedType): Promise<void> {
    let round = timeLimit(runLimitMs, stopping.signal);
    for (let counter of isLeftAlone(type) ? [] : await dueCounters(records, type, clock(), packagesPerRun)) {
      let own = `${type} ${counter.owner_id}`;
      if (isLeftAlone(own)) continue;
      let answer = await countsOf(counter);
      if (stopping.signal.aborted) return;
      await keep(answer, counter);
      let troubled = isTrouble(answer) ? [...(troubledAt.get(type) ?? []), own] : [];
      troubledAt.set(type, troubled.length < failuresMax ? troubled : []);
      if (troubled.length >= failuresMax) {
        // Of one owner's packages alone, the trouble may be theirs.
        let whose = new Set(troubled).size > 1 ? type : own;
        return void leftAloneUntil.set(whose, clock() + Math.min(retryAfterOf(answer), leftAloneMaxMs));
      }
      if (round.aborted) return;
    }
  }

  async function countsOf(counter: DueCounter): Promise<CountsAnswer> {
    let { item } = counter;
    let name = await countedName(records, item);
    if (name === undefined) return { failure: 'unknown-package' };
    return fetchCounts(options, { type: item.type, name }, daysToAsk(counter, clock()), stopping.signal);
  }

  /** What a registry says about one package is noted for that package alone. */
  async function keep(answer: CountsAnswer, counter: DueCounter): Promise<void> {
    let now = clock();
    let { package_id, item } = counter;
    if ('failure' in answer) {
      let { failure } = answer;
      log.warn({ failure, type: item.type, package: package_id }, 'registry counts could not be fetched');
      return recordFetchFailure(records, package_id, failure, { now, nextFetchAt: now + pauseOf(answer) });
    }
    let counted =
      'total' in answer
        ? { total: answer.total, days: daysBetween(counter, answer.total, now) }
        : { days: settled(answer.days, now) };
    await saveRegistryCounts(records, package_id, counted, { now, nextFetchAt: now + dayMs });
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

function isTrouble(answer: CountsAnswer): boolean {
  return 'failure' in answer && (answer.failure === 'too-many-requests' || answer.failure === 'no-answer');
}

function retryAfterOf(answer: CountsAnswer): number {
  return 'failure' in answer ? (answer.retryAfterMs ?? 0) : 0;
}

/** Of one package. */
function pauseOf(answer: Extract<CountsAnswer, { failure: unknown }>): number {
  if (answer.failure === 'unknown-package') return dayMs;
  return Math.min(Math.max(retryAfterOf(answer), hourMs), dayMs);
}
