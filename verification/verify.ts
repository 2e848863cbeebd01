/** Verifies reports of a gateway against its exported events. */
import { generatedQueries, breakdownQueries } from './queries';
import { decisionDifferences } from './repeats';
import {
  createExpectedCounts,
  describeDifference,
  type ResponseRow,
  type ExportedEvent,
  type Uniques,
  type VerificationQuery,
} from './count';

/** Returns the body of a GET; throws if it is refused. */
export type FetchBody = (path: string) => Promise<string>;

export interface VerificationResult {
  reports: number;
  values: number;
  events: number;
  /** Requests whose decision was verified. */
  requests: number;
  /** Path of the report, and its differences. */
  wrong: { path: string; differences: string[] }[];
}

export interface VerificationOptions {
  owner: string;
  /**
   * First day, and the day after the last, or times; in the past, because later events are
   * incomplete.
   */
  from: string;
  until: string;
  /** Generated queries, besides one per breakdown. */
  questions: number;
  seed: number;
  /** Ids, `all` (the default) or `none`. */
  packages?: string[] | undefined;
  pixels?: string[] | undefined;
  /** As in the address of a report. */
  filter?: string | undefined;
  excludeAudience?: string | undefined;
  /** As in the address of a report. */
  where?: string[] | undefined;
  /** Number of the last event that counts; the latest by default. */
  lastEvent?: string | undefined;
  /** NDJSON; downloaded by default. */
  exported?: string | undefined;
}

/** The API's limit of rows by visitor. */
const visitorRows = 1_000;
/** Every breakdown of the range, and queries generated from a seed: with unique users, and without. */
export async function verify(ask: FetchBody, verification: VerificationOptions): Promise<VerificationResult> {
  let { questions, seed, exported } = verification;
  let given = linesOf(exported ?? (await exportOf(ask, verification)));
  // Raw exports contain the decision of each event.
  let all = given.filter(({ counted }) => counted !== false);
  let events = {
    packages: all.filter(({ pixel }) => pixel === ''),
    pixels: all.filter(({ pixel }) => pixel !== ''),
  };
  let verified: VerificationResult = {
    reports: 0,
    values: 0,
    events: all.filter(({ dnt }) => dnt !== true).length,
    requests: 0,
    wrong: [],
  };
  await verifyDecisions(ask, verification, all, verified);
  for (let question of [...breakdownQueries(verification), ...generatedQueries(questions, seed, verification)]) {
    if (idsOf(verification, question.of).includes('none')) continue;
    let limit = question.limit ?? (question.breakdowns.some(isByVisitor) ? visitorRows : undefined);
    let recount = createExpectedCounts({ ...question, limit });
    for (let event of events[question.of]) recount.add(event);
    for (let uniques of ['all', 'none'] as const) {
      let path = pathOf(verification, question, uniques);
      let rows = linesOf(await ask(path)) as ResponseRow[];
      let found = recount.differences(rows, uniques).map(describeDifference);
      verified.reports += 1;
      verified.values += rows.reduce((sum, row) => sum + Object.keys(row).length, 0);
      if (found.length > 0) verified.wrong.push({ path, differences: found });
    }
  }
  return verified;
}

async function verifyDecisions(
  ask: FetchBody,
  verification: VerificationOptions,
  counted: readonly ExportedEvent[],
  verified: VerificationResult,
): Promise<void> {
  let { lastEvent, from } = verification;
  let query = lastEvent === undefined ? [] : [['last_event', lastEvent]];
  let requests = linesOf(await filesOf(ask, verification, [['raw', 'true'], ...query]));
  let kept = new Set(requests.filter((request) => request.counted === true).map(({ id }) => id));
  let differences = [
    ...decisionDifferences(requests, Date.parse(from)).map(
      ({ id, stored }) => `request ${id} ${stored ? 'counts, and is a repeat' : 'is a repeat, and should count'}`,
    ),
    ...counted
      .filter(({ id }) => !kept.has(id))
      .map(({ id }) => `event ${String(id)} is exported as counted, and is a repeat`),
  ];
  verified.requests = requests.length;
  if (differences.length > 0) verified.wrong.push({ path: 'the raw export', differences });
}

/** The counted events of all selected packages and pixels. */
function exportOf(ask: FetchBody, verification: VerificationOptions): Promise<string> {
  return filesOf(ask, verification, [['counted', 'true'], ...conditionsOf(verification)]);
}

async function filesOf(ask: FetchBody, verification: VerificationOptions, more: string[][]): Promise<string> {
  let { owner, from, until } = verification;
  let range = { start_date: from, until, format: 'ndjson' };
  let query = new URLSearchParams([...Object.entries(range), ...more]);
  let pathsOf = (place: string, of: VerificationQuery['of']) =>
    idsOf(verification, of)
      .filter((id) => id !== 'none')
      .map((id) => `/v2/${place}/${owner}${id === 'all' ? '' : `/${id}`}/events?${query}`);
  let texts: string[] = [];
  for (let path of [...pathsOf('packages', 'packages'), ...pathsOf('tracking-pixels', 'pixels')])
    texts.push(await ask(path));
  return texts.join('');
}

function idsOf({ packages = ['all'], pixels = ['all'] }: VerificationOptions, of: VerificationQuery['of']): string[] {
  return of === 'packages' ? packages : pixels;
}

function conditionsOf({ filter, excludeAudience, where = [], lastEvent }: VerificationOptions): string[][] {
  let single = { filter_id: filter, exclude_audience: excludeAudience, last_event: lastEvent };
  return [
    ...Object.entries(single).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ...where.map((condition) => ['where', condition]),
  ];
}

function isByVisitor(breakdown: string): boolean {
  return breakdown === 'by-endpoint' || breakdown === 'by-origin';
}

function pathOf(verification: VerificationOptions, question: VerificationQuery, uniques: Uniques): string {
  let { of, breakdowns: set, variable, limit, ...rest } = question;
  let query = new URLSearchParams({
    start_date: rest.start_date,
    until: rest.end_date,
    time_zone: rest.time_zone ?? 'UTC',
    week_start: rest.week_start ?? 'monday',
    rollup: rest.rollup,
    breakdown_set: set.join(','),
    group_by_artifact: String(rest.group_by_artifact),
    include_low_confidence: String(rest.include_low_confidence),
    unique_counts: uniques,
    ...(variable !== undefined && { variable }),
    ...(limit !== undefined && { limit: String(limit) }),
  });
  for (let [name = '', value = ''] of conditionsOf(verification)) query.append(name, value);
  let ids = of === 'packages' ? 'package_id' : 'tracking_pixel_id';
  for (let id of idsOf(verification, of)) query.append(ids, id);
  return `/v3/insights/${verification.owner}/aggregations/export?${query}`;
}

function linesOf(text: string): ExportedEvent[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): ExportedEvent => JSON.parse(line));
}
