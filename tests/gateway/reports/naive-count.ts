/** A reference implementation of aggregations: a simple loop over events and sets of origins. */
import { dayMs } from 'contract/floor/time';
import type { EventBreakdown, Rollup } from 'contract/analytics/aggregations';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery, AggregateRow } from 'gateway/events/shape/store';

/** The versions of the random events by minor and major number. */
const folded: Record<string, [minor: string, major: string]> = {
  '': ['', ''],
  '1.0.0': ['1.0', '1'],
  '1.1.0': ['1.1', '1'],
  '2.0.0-β': ['2.0', '2'],
  '3.13rc1': ['3.13', '3'],
  latest: ['latest', 'latest'],
};

type ByVariable = 'by-variable' | 'by-variable-name';

const valuesOf: Record<Exclude<EventBreakdown, ByVariable>, (event: Event) => Record<string, string>> = {
  'by-total': () => ({}),
  'by-total-do-not-track': () => ({}),
  'by-country': ({ country }) => ({ country }),
  'by-platform': ({ platform }) => ({ platform }),
  'by-version': ({ version }) => ({ version }),
  'by-version-minor': ({ version }) => ({ version: folded[version]![0] }),
  'by-version-major': ({ version }) => ({ version: folded[version]![1] }),
  'by-client': ({ client }) => ({ client }),
  'by-audience': ({ audience }) => ({ audience }),
  'by-audience-reason': ({ audienceReason }) => ({ audience_reason: audienceReason }),
  'by-referer': ({ referer }) => ({ referer }),
  'by-user-agent': ({ userAgent }) => ({ user_agent: userAgent }),
  'by-domain': ({ requestDomain }) => ({ request_domain: requestDomain }),
  'by-file-extension': ({ fileExtension }) => ({ file_extension: fileExtension }),
  'by-runtime': ({ runtime }) => ({ runtime }),
  'by-installer': ({ installer }) => ({ installer }),
  'by-arch': ({ arch }) => ({ arch }),
  'by-libc': ({ libc }) => ({ libc }),
  'by-ci-provider': ({ ciProvider }) => ({ ci_provider: ciProvider }),
  'by-network': ({ network }) => ({ network }),
  'by-fallback': ({ fallback }) => ({ fallback }),
  'by-endpoint': ({ endpointId }) => ({ endpoint_id: idText(endpointId) }),
  'by-origin': ({ originId }) => ({ origin_id: idText(originId) }),
  'by-company': (event) => {
    let hosted = event.connectionType === 'hosting';
    return { company_name: hosted ? '' : event.companyName, company_domain: hosted ? '' : event.companyDomain };
  },
  'by-cloudprovider': (event) => ({
    cloud_provider_name: event.connectionType === 'hosting' ? event.companyName : '',
  }),
};

/** Visitor ids as exported events contain them. */
function idText(id: bigint): string {
  return id === 0n ? '' : `h${id.toString(16).padStart(16, '0')}`;
}

/** The answer that the event store must give. */
export function naiveCount(events: readonly Event[], query: AggregateQuery): AggregateRow[] {
  let groups = new Map<string, Event[]>();
  for (let event of events.filter((e) => counts(e, query)))
    for (let group of groupsOf(event, query)) {
      let key = JSON.stringify(group);
      groups.set(key, [...(groups.get(key) ?? []), event]);
    }
  let rows = [...groups].map(([key, group]) => ({ ...JSON.parse(key), ...countsOf(group, query) }) as AggregateRow);
  return rows.filter(best(rows, query)).sort(compareRows);
}

function counts(event: Event, query: AggregateQuery): boolean {
  return (
    event.artifactType === query.artifactType &&
    query.artifactIds.includes(event.artifactId) &&
    event.time >= query.from &&
    event.time < query.until &&
    event.doNotTrack === wantsUntracked(query) &&
    (query.filters ?? []).every(({ request_do_not_track: wanted }) => !wanted || wanted.value === event.doNotTrack) &&
    (query.includeLowConfidence || event.confidence === null || event.confidence >= 0.5)
  );
}

function wantsUntracked({ breakdowns, filters = [] }: AggregateQuery): boolean {
  return (
    breakdowns.includes('by-total-do-not-track') ||
    filters.some((filter) => filter.request_do_not_track?.value === true)
  );
}

/** The group of an event, or one for each of its variables that the query asks for. */
function groupsOf(event: Event, query: AggregateQuery): Partial<AggregateRow>[] {
  let { breakdowns, groupByArtifact, rollup, variable } = query;
  let byVariable = breakdowns.some((breakdown) => breakdown.startsWith('by-variable'));
  let pairs = Object.entries(event.variables).filter(([name]) => variable === undefined || name === variable);
  return (byVariable ? pairs : [null]).map((pair) => ({
    values: Object.assign({}, ...breakdowns.map((breakdown) => valuesIn(event, breakdown, pair))),
    ...(groupByArtifact && { artifactId: event.artifactId }),
    ...(rollup !== 'total' && { date: bucketOf(event.time, rollup, query) }),
  }));
}

function valuesIn(event: Event, breakdown: EventBreakdown, pair: [string, string] | null): Record<string, string> {
  if (breakdown === 'by-variable') return { variable: pair![0], value: pair![1] };
  if (breakdown === 'by-variable-name') return { variable: pair![0] };
  return valuesOf[breakdown](event);
}

type Calendar = Pick<AggregateQuery, 'timeZone' | 'weekStart'>;

function bucketOf(time: number, rollup: Exclude<Rollup, 'total'>, { timeZone, weekStart = 'monday' }: Calendar) {
  let shown = Object.fromEntries(
    clockOf(timeZone ?? 'UTC')
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  let sinceHour = Number(shown.minute) * 60_000 + Number(shown.second) * 1_000 + (time % 1_000);
  if (rollup === 'hourly') return new Date(time - sinceHour).toISOString().replace('.000', '');
  let date = new Date(`${shown.year}-${shown.month}-${shown.day}`);
  if (rollup === 'monthly') date.setUTCDate(1);
  let sinceStart = (date.getUTCDay() + { sunday: 0, monday: 6, saturday: 1 }[weekStart]) % 7;
  if (rollup === 'weekly') date = new Date(date.getTime() - sinceStart * dayMs);
  return date.toISOString().slice(0, 10);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let known = clocks.get(timeZone);
  let date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  let clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  known ??= new Intl.DateTimeFormat('en', { timeZone, ...date, ...clock });
  clocks.set(timeZone, known);
  return known;
}

function countsOf(group: Event[], query: AggregateQuery): Omit<AggregateRow, 'values'> {
  let tracked = group.filter((event) => !event.doNotTrack && query.uniques !== 'none');
  let times = group.map((event) => event.time);
  return {
    total: group.length,
    uniques: [...new Set(tracked.map((event) => event.idPeriod))].sort().map((period) => {
      let own = tracked.filter((event) => event.idPeriod === period);
      let origins = new Set(own.map((event) => event.originId)).size;
      let endpoints = query.uniques === 'origins' ? null : new Set(own.map((event) => event.endpointId)).size;
      return { period, origins, endpoints };
    }),
    ...((query.groupByArtifact || query.breakdowns.includes('by-company')) && {
      firstSeen: Math.min(...times),
      lastSeen: Math.max(...times),
    }),
  };
}

function best(rows: AggregateRow[], { limit, rollup, breakdowns, groupByArtifact }: AggregateQuery) {
  let single = !groupByArtifact && breakdowns.every((breakdown) => breakdown.startsWith('by-total'));
  if (limit === undefined || (single && rollup !== 'total')) return () => true;
  let totals = new Map<string, number>();
  for (let row of rows) totals.set(nameOf(row), (totals.get(nameOf(row)) ?? 0) + row.total);
  let names = [...totals].sort((a, b) => b[1] - a[1] || compare(a[0], b[0])).map(([name]) => name);
  let kept = new Set(names.slice(0, limit));
  return (row: AggregateRow) => kept.has(nameOf(row));
}

/** By date, then highest total, then by value. */
function compareRows(a: AggregateRow, b: AggregateRow): number {
  return compare(a.date ?? '', b.date ?? '') || b.total - a.total || compare(nameOf(a), nameOf(b));
}

/**
 * Ids in tests ascend with the numbers of their artifacts, so text order is the order of the store.
 */
function nameOf({ artifactId = '', values }: AggregateRow): string {
  return [artifactId, ...Object.values(values)].join('\u0001');
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
