/**
 * Counts a report again from exported events, by plain loops and sets. It shares no code with the
 * event store, so that a mistake there is not made here as well. The rules are those of the API's
 * description: GET /v3/insights/{owner}/aggregations/export.
 */

/** A line of an NDJSON export. */
export type ExportedEvent = Record<string, unknown>;

export interface Question {
  /** First day, and the day after the last; UTC. */
  start_date: string;
  end_date: string;
  rollup: 'total' | 'daily' | 'weekly' | 'monthly';
  breakdowns: string[];
  /** `packages` or `pixels`: a report never mixes them. */
  of: 'packages' | 'pixels';
  group_by_artifact: boolean;
  include_low_confidence: boolean;
  variable?: string | undefined;
  limit?: number | undefined;
}

/** A line of an answer of the API. */
export type AnsweredRow = Record<string, unknown>;

const lowConfidence = 0.5;

/** The sentences that say where an answer differs from the events; none where it is right. */
export function differences(
  events: readonly ExportedEvent[],
  question: Question,
  answer: readonly AnsweredRow[],
): string[] {
  let groups = groupsOf(
    events.filter((event) => isCounted(event, question)),
    question,
  );
  let found: string[] = [];
  let seen = new Set<string>();
  for (let row of answer) {
    let key = keyOfRow(row);
    let group = groups.get(key);
    if (seen.has(key)) found.push(`${key} is answered twice`);
    seen.add(key);
    if (!group) {
      found.push(`${key} is answered, and no exported event belongs to it`);
      continue;
    }
    for (let [field, counted] of Object.entries(countsOf(group, question)))
      if (row[field] !== counted) found.push(`${key}: ${field} is ${String(row[field])}, counted ${String(counted)}`);
  }
  let missing = [...groups.keys()].filter((key) => !seen.has(key));
  return [...found, ...wronglyLeftOut(missing, groups, question)];
}

function isCounted(
  event: ExportedEvent,
  { start_date, end_date, breakdowns, of, include_low_confidence }: Question,
): boolean {
  let day = String(event.time).slice(0, 10);
  if (day < start_date || day >= end_date) return false;
  if ((of === 'pixels') !== (event.pixel !== '')) return false;
  if ((event.dnt === true) !== breakdowns.includes('by-total-do-not-track')) return false;
  let { confidence } = event;
  return include_low_confidence || confidence === null || Number(confidence) >= lowConfidence;
}

function groupsOf(events: readonly ExportedEvent[], question: Question): Map<string, ExportedEvent[]> {
  let groups = new Map<string, ExportedEvent[]>();
  for (let event of events)
    for (let key of keysOf(event, question)) {
      let group = groups.get(key);
      if (group) group.push(event);
      else groups.set(key, [event]);
    }
  return groups;
}

/** An event belongs to one group, by variable to one for each of its variables. */
function keysOf(event: ExportedEvent, { rollup, breakdowns, group_by_artifact, variable }: Question): string[] {
  let fixed: Record<string, unknown> = {};
  if (group_by_artifact) fixed.artifact = event.artifact_id;
  if (rollup !== 'total') fixed.date = bucketOf(String(event.time).slice(0, 10), rollup);
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
  if (breakdown === 'by-version-minor') return { version: firstNumbers(String(event.version), 2) };
  if (breakdown === 'by-version-major') return { version: firstNumbers(String(event.version), 1) };
  if (breakdown === 'by-cloudprovider') return { cloud_provider_name: isHosted ? event.origin_company : '' };
  if (breakdown === 'by-company')
    return {
      company_name: isHosted ? '' : event.origin_company,
      company_domain: isHosted ? '' : event.origin_domain,
    };
  let field = breakdown.slice('by-'.length).replaceAll('-', '_');
  return { [field]: event[field] };
}

/** `4.1.2` as `4.1` or `4`; a version that does not begin with numbers stays as it is. */
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

/** First day of the week (Monday) or month of a day. */
function bucketOf(day: string, rollup: Question['rollup']): string {
  if (rollup === 'daily') return day;
  if (rollup === 'monthly') return `${day.slice(0, 8)}01`;
  let date = new Date(`${day}T00:00:00Z`);
  let sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * 86_400_000).toISOString().slice(0, 10);
}

function countsOf(
  group: readonly ExportedEvent[],
  { breakdowns, group_by_artifact }: Question,
): Record<string, unknown> {
  let origins = new Set<unknown>();
  let endpoints = new Set<unknown>();
  let times: string[] = [];
  for (let event of group) {
    if (event.dnt !== true) origins.add(event.origin_id);
    if (event.dnt !== true) endpoints.add(event.endpoint_id);
    times.push(String(event.time));
  }
  times.sort();
  let hasTimes = group_by_artifact || breakdowns.includes('by-company');
  return {
    total: group.length,
    unique_origins: origins.size,
    unique_endpoints: endpoints.size,
    ...(hasTimes && { first_seen: times[0], last_seen: times.at(-1) }),
  };
}

/** With a limit, what is left out may not have more events over the range than what is kept. */
function wronglyLeftOut(missing: string[], groups: Map<string, ExportedEvent[]>, { limit }: Question): string[] {
  if (limit === undefined)
    return missing.map((key) => `${key} is not answered, and has ${groups.get(key)!.length} events`);
  let totals = new Map<string, number>();
  for (let [key, group] of groups) totals.set(nameOf(key), (totals.get(nameOf(key)) ?? 0) + group.length);
  let left = new Set(missing.map(nameOf));
  let kept = [...totals.keys()].filter((name) => !left.has(name));
  let least = Math.min(...kept.map((name) => totals.get(name)!));
  let tooMany = kept.length > limit ? [`${kept.length} values are answered under a limit of ${limit}`] : [];
  let wrong = [...left].filter((name) => kept.length < limit || totals.get(name)! > least);
  return [...tooMany, ...wrong.map((name) => `${name} is left out, and has ${totals.get(name)} events`)];
}

const counts = new Set([
  'total',
  'unique_origins',
  'unique_endpoints',
  'first_seen',
  'last_seen',
  'artifact_type',
  'artifact_name',
]);

function keyOfRow(row: AnsweredRow): string {
  return keyOf(Object.fromEntries(Object.entries(row).filter(([field]) => !counts.has(field))));
}

function keyOf(fields: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function nameOf(key: string): string {
  return JSON.stringify((JSON.parse(key) as [string, unknown][]).filter(([field]) => field !== 'date'));
}
