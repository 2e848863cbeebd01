/** Asks a gateway for reports and for the events behind them, and counts each report again. */
import { differences, type AnsweredRow, type ExportedEvent, type Question } from './recount';

/** Gives the body of a GET at a path of the API; throws where it is refused. */
export type Ask = (path: string) => Promise<string>;

export interface Verified {
  /** Reports that were compared, and the values in them. */
  reports: number;
  values: number;
  events: number;
  /** What is wrong: the path of the report and in what it differs. */
  wrong: { path: string; differences: string[] }[];
}

export interface Verification {
  owner: string;
  /** First day, and the day after the last; days that are over, as events still come in today. */
  from: string;
  until: string;
  /** How many questions are made up besides each breakdown by itself. */
  questions: number;
  seed: number;
}

export const breakdowns = [
  'by-total',
  'by-total-do-not-track',
  'by-company',
  'by-cloudprovider',
  'by-version',
  'by-version-minor',
  'by-version-major',
  'by-variable',
  'by-variable-name',
  'by-referer',
  'by-user-agent',
  'by-client',
  'by-platform',
  'by-country',
  'by-audience',
  'by-audience-reason',
];
const rollups = ['total', 'daily', 'weekly', 'monthly'] as const;

/** Compares every breakdown of the range, and questions made up from a seed. */
export async function verify(ask: Ask, { owner, from, until, questions, seed }: Verification): Promise<Verified> {
  let range = `start_date=${from}&end_date=${dayBefore(until)}&counted=true&format=ndjson`;
  let events = {
    packages: linesOf(await ask(`/v2/packages/${owner}/events?${range}`)),
    pixels: linesOf(await ask(`/v2/tracking-pixels/${owner}/events?${range}`)),
  };
  let verified: Verified = { reports: 0, values: 0, events: events.packages.length + events.pixels.length, wrong: [] };
  for (let question of [...plainQuestions(from, until), ...madeUp(questions, seed, { from, until })]) {
    let path = pathOf(owner, question);
    let rows = linesOf(await ask(path)) as AnsweredRow[];
    let found = differences(events[question.of], question, rows);
    verified.reports += 1;
    verified.values += rows.reduce((sum, row) => sum + Object.keys(row).length, 0);
    if (found.length > 0) verified.wrong.push({ path, differences: found });
  }
  return verified;
}

function plainQuestions(from: string, until: string): Question[] {
  return (['packages', 'pixels'] as const).flatMap((of) =>
    breakdowns.map((breakdown) => ({
      start_date: from,
      end_date: until,
      rollup: 'total',
      breakdowns: [breakdown],
      of,
      group_by_artifact: false,
      include_low_confidence: true,
    })),
  );
}

function madeUp(count: number, seed: number, { from, until }: { from: string; until: string }): Question[] {
  let next = randomBelow(seed);
  let pick = <T>(values: readonly T[]): T => values[next(values.length)]!;
  let days = (Date.parse(until) - Date.parse(from)) / 86_400_000;
  return Array.from({ length: count }, (): Question => {
    let start = next(days);
    let end = start + 1 + next(days - start);
    let [first, second] = [pick(breakdowns), pick(breakdowns)];
    let together = next(2) === 0 && answeredField(first) !== answeredField(second);
    return {
      start_date: dayAfter(from, start),
      end_date: dayAfter(from, end),
      rollup: pick(rollups),
      breakdowns: together ? [first, second] : [first],
      of: pick(['packages', 'packages', 'pixels']),
      group_by_artifact: next(3) === 0,
      include_low_confidence: next(3) > 0,
      limit: next(4) === 0 ? 1 + next(8) : undefined,
    };
  });
}

/** Breakdowns by parts of a version fill one field of the answer, and so do those by variables. */
function answeredField(breakdown: string): string {
  if (breakdown.startsWith('by-version')) return 'version';
  return breakdown.startsWith('by-variable') ? 'variable' : breakdown;
}

function pathOf(owner: string, question: Question): string {
  let { of, breakdowns: set, variable, limit, ...rest } = question;
  let query = new URLSearchParams({
    start_date: rest.start_date,
    end_date: rest.end_date,
    rollup: rest.rollup,
    breakdown_set: set.join(','),
    [of === 'packages' ? 'package_id' : 'tracking_pixel_id']: 'all',
    group_by_artifact: String(rest.group_by_artifact),
    include_low_confidence: String(rest.include_low_confidence),
    ...(variable !== undefined && { variable }),
    ...(limit !== undefined && { limit: String(limit) }),
  });
  return `/v3/insights/${owner}/aggregations/export?${query}`;
}

function linesOf(text: string): ExportedEvent[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ExportedEvent);
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function dayBefore(day: string): string {
  return dayAfter(day, -1);
}

/** Whole numbers below a bound, the same for the same seed (mulberry32). */
function randomBelow(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
}
