/**
 * Verifies a report: counts exported events by plain loops and sets. It shares no code with the
 * event store, so that it does not share its mistakes. The rules are those of the API reference:
 * GET /v3/insights/{owner}/aggregations/export.
 */
import { localBucket, localClock, type BucketOptions } from './time-buckets';

/** A line of an NDJSON export. */
export type ExportedEvent = Record<string, unknown>;

export interface VerificationQuery extends BucketOptions {
  /** First day, and the day after the last; or times. */
  start_date: string;
  end_date: string;
  breakdowns: string[];
  /** A report never mixes them. */
  of: 'packages' | 'pixels';
  group_by_artifact: boolean;
  include_low_confidence: boolean;
  variable?: string | undefined;
  limit?: number | undefined;
}

/** Without unique users, other summaries answer. */
export type Uniques = 'all' | 'none';

/** A line of an API response. */
export type ResponseRow = Record<string, unknown>;

const lowConfidence = 0.5;

export interface Difference {
  /** The fields that identify the row; empty for the only row of a total. */
  row: ResponseRow;
  /** The differing number, or `row` for a duplicate or wrong row. */
  field: string;
  /** Undefined without such a row. */
  answered: unknown;
  /** Undefined if no event belongs to it. */
  counted: unknown;
}

export interface ExpectedCounts {
  add(event: ExportedEvent): void;
  /** Expected rows, without a limit. */
  rows(): ResponseRow[];
  /** Of an answer without unique users, `uniques` is `none`. */
  differences(answer: readonly ResponseRow[], uniques?: Uniques): Difference[];
}

export function createExpectedCounts(question: VerificationQuery): ExpectedCounts {
  let groups = new Map<string, Group>();
  return {
    add(event) {
      if (!isCounted(event, question)) return;
      for (let key of keysOf(event, question)) {
        let group = groups.get(key);
        if (!group) groups.set(key, (group = { total: 0, periods: new Map(), first: '', last: '' }));
        addTo(group, event);
      }
    },
    rows: () => [...groups].map(([key, group]) => ({ ...fieldsOf(key), ...countsOf(group, question) })),
    differences: (answer, uniques = 'all') => differencesOf(groups, question, answer, uniques),
  };
}

export function describeDifference({ row, field, answered, counted }: Difference): string {
  let key = keyOf(row);
  if (answered === undefined) return `${key} is not answered, and has ${String(counted)} events`;
  if (counted === undefined) return `${key} is answered, and no exported event belongs to it`;
  if (field === 'row') return `${key} is answered twice`;
  return `${key}: ${field} is ${JSON.stringify(answered)}, counted ${JSON.stringify(counted)}`;
}

interface Group {
  total: number;
  periods: Map<string, Record<'origins' | 'endpoints', Set<unknown>>>;
  first: string;
  last: string;
}

function addTo(group: Group, event: ExportedEvent): void {
  let time = String(event.time);
  group.total += 1;
  if (group.first === '' || time < group.first) group.first = time;
  if (time > group.last) group.last = time;
  if (event.dnt === true) return;
  let period = String(event.id_period);
  let seen = group.periods.get(period);
  if (!seen) group.periods.set(period, (seen = { origins: new Set(), endpoints: new Set() }));
  seen.origins.add(event.origin_id);
  seen.endpoints.add(event.endpoint_id);
}

function differencesOf(
  groups: ReadonlyMap<string, Group>,
  question: VerificationQuery,
  answer: readonly ResponseRow[],
  uniques: Uniques,
): Difference[] {
  let found: Difference[] = [];
  let seen = new Set<string>();
  for (let answered of answer) {
    let row = withoutCounts(answered);
    let key = keyOf(row);
    let group = groups.get(key);
    if (seen.has(key)) found.push({ row, field: 'row', answered: 2, counted: 1 });
    seen.add(key);
    if (!group) {
      found.push({ row, field: 'row', answered: answered.total, counted: undefined });
      continue;
    }
    let wrong = Object.entries(countsOf(group, question, uniques))
      .filter(([field, counted]) => JSON.stringify(answered[field]) !== JSON.stringify(counted))
      .map(([field, counted]) => ({ row, field, answered: answered[field], counted }));
    // Where a sum differs, its periods do as well.
    for (let one of wrong) if (wrong.length === 1 || one.field !== 'unique_by_period') found.push(one);
  }
  let missing = [...groups.keys()].filter((key) => !seen.has(key));
  return [...found, ...wronglyLeftOut(missing, groups, question)];
}

function isCounted(
  event: ExportedEvent,
  { start_date, end_date, time_zone, breakdowns, of, include_low_confidence }: VerificationQuery,
): boolean {
  let isBefore = (end: string) => isEarlier(String(event.time), end, time_zone);
  if (isBefore(start_date) || !isBefore(end_date)) return false;
  if ((of === 'pixels') !== (event.pixel !== '')) return false;
  if ((event.dnt === true) !== breakdowns.includes('by-total-do-not-track')) return false;
  let { confidence } = event;
  if (include_low_confidence || !breakdowns.includes('by-company')) return true;
  return confidence === null || Number(confidence) >= lowConfidence;
}

/** Whether a time is before a day or another time. */
function isEarlier(time: string, end: string, zone: string | undefined): boolean {
  return end.includes('T') ? Date.parse(time) < Date.parse(end) : localClock(time, zone).day < end;
}

/** One group per event; with breakdowns by variable one for each of its variables. */
function keysOf(event: ExportedEvent, question: VerificationQuery): string[] {
  let { rollup, breakdowns, group_by_artifact, variable } = question;
  let fixed: Record<string, unknown> = {};
  if (group_by_artifact) fixed.artifact = event.artifact_id;
  if (rollup !== 'total') fixed.date = localBucket(String(event.time), question);
  for (let breakdown of breakdowns) Object.assign(fixed, valuesBy(breakdown, event));
  let byVariable = breakdowns.find((breakdown) => breakdown.startsWith('by-variable'));
  if (!byVariable) return [keyOf(fixed)];
  return Object.entries(event.variables as Record<string, string>)
    .filter(([name]) => variable === undefined || name === variable)
    .map(([name, value]) => keyOf({ ...fixed, variable: name, ...(byVariable === 'by-variable' && { value }) }));
}

function valuesBy(breakdown: string, event: ExportedEvent): Record<string, unknown> {
  let isHosted = event.origin_connection_type === 'hosting';
  if (breakdown.startsWith('by-total') || breakdown.startsWith('by-variable')) return {};
  if (breakdown === 'by-country') return { country: event.origin_country };
  if (breakdown === 'by-network') return { network: event.origin_network };
  if (breakdown === 'by-version-minor') return { version: firstNumbers(String(event.version), 2) };
  if (breakdown === 'by-version-major') return { version: firstNumbers(String(event.version), 1) };
  if (breakdown === 'by-cloudprovider') return { cloud_provider_name: isHosted ? event.origin_company : '' };
  if (breakdown === 'by-company')
    return {
      company_name: isHosted ? '' : event.origin_company,
      company_domain: isHosted ? '' : event.origin_domain,
    };
  if (breakdown === 'by-domain') return { request_domain: event.request_domain };
  if (breakdown === 'by-endpoint' || breakdown === 'by-origin') breakdown += '-id';
  let field = breakdown.slice('by-'.length).replaceAll('-', '_');
  return { [field]: event[field] };
}

/** `4.1.2` as `4.1` or `4`; other versions stay unchanged. */
function firstNumbers(version: string, wanted: 1 | 2): string {
  let numbers = (version.startsWith('v') ? version.slice(1) : version).split('.');
  let isNumber = (text: string | undefined) => text !== undefined && text !== '' && !/[^0-9]/.test(text);
  let leading = /^[0-9]*/.exec(numbers[1] ?? '')![0];
  if (wanted === 2 && isNumber(numbers[0]) && leading !== '') return `${numbers[0]}.${leading}`;
  let major = /^[0-9]*/.exec(numbers[0]!)![0];
  let rest = (version.startsWith('v') ? version.slice(1) : version).slice(major.length);
  let names = ['rc', 'alpha', 'beta', 'dev', 'pre', 'post'];
  let ends = rest === '' || !/^[0-9A-Za-z_]/.test(rest) || names.some((name) => rest.startsWith(name));
  return major !== '' && ends ? major : version;
}

function countsOf(
  { total, periods, first, last }: Group,
  { breakdowns, group_by_artifact }: VerificationQuery,
  uniques: Uniques = 'all',
): Record<string, unknown> {
  let hasTimes = group_by_artifact || breakdowns.includes('by-company');
  return {
    total,
    ...(uniques === 'all' && uniquesOf(periods)),
    ...(hasTimes && { first_seen: first, last_seen: last }),
  };
}

/** A visitor counts once per id period; several periods are added, and listed. */
function uniquesOf(periods: Group['periods']): Record<string, unknown> {
  let added = { unique_origins: 0, unique_endpoints: 0 };
  for (let { origins, endpoints } of periods.values()) {
    added.unique_origins += origins.size;
    added.unique_endpoints += endpoints.size;
  }
  if (periods.size < 2) return added;
  let unique_by_period = [...periods]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, { origins, endpoints }]) => ({
      period,
      unique_origins: origins.size,
      unique_endpoints: endpoints.size,
    }));
  return { ...added, unique_by_period };
}

/** With a limit, an excluded group must not have more events in the range than an included one. */
function wronglyLeftOut(
  missing: string[],
  groups: ReadonlyMap<string, Group>,
  { limit }: VerificationQuery,
): Difference[] {
  let leftOut = (key: string, counted: number) => ({ row: fieldsOf(key), field: 'row', answered: undefined, counted });
  if (limit === undefined) return missing.map((key) => leftOut(key, groups.get(key)!.total));
  let totals = new Map<string, number>();
  for (let [key, { total }] of groups) totals.set(nameOf(key), (totals.get(nameOf(key)) ?? 0) + total);
  let left = new Set(missing.map(nameOf));
  let kept = [...totals.keys()].filter((name) => !left.has(name));
  let fewest = kept.reduce((found, name) => Math.min(found, totals.get(name)!), Number.POSITIVE_INFINITY);
  let tooMany = kept.length > limit ? [{ row: {}, field: 'limit', answered: kept.length, counted: limit }] : [];
  let wrong = [...left].filter((name) => kept.length < limit || totals.get(name)! > fewest);
  return [...tooMany, ...wrong.map((name) => leftOut(name, totals.get(name)!))];
}

const counts = new Set([
  'total',
  'unique_origins',
  'unique_endpoints',
  'unique_by_period',
  'first_seen',
  'last_seen',
  'artifact_type',
  'artifact_name',
]);

function withoutCounts(row: ResponseRow): ResponseRow {
  return Object.fromEntries(Object.entries(row).filter(([field]) => !counts.has(field)));
}

function keyOf(fields: ResponseRow): string {
  return JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function fieldsOf(key: string): ResponseRow {
  return Object.fromEntries(JSON.parse(key));
}

function nameOf(key: string): string {
  let entries: [string, unknown][] = JSON.parse(key);
  return JSON.stringify(entries.filter(([field]) => field !== 'date'));
}
