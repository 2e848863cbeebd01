/** Verification of a report: its numbers as shown and as recounted from events. */
import { createHash } from 'node:crypto';
import { figuresOf } from 'contract/analytics/figures';
import { pathOf, queryText } from 'contract/floor/call-address';
import type { AggregationRow, Breakdown } from 'contract/analytics/aggregations';
import type { AskedTime } from 'contract/analytics/asked-time';
import { eventsApi } from 'contract/analytics/events';
import {
  recountJobsApi,
  type VerifiedFigure,
  type ReportDifference,
  type ReportVerification,
  type Sums,
} from 'contract/analytics/report-recounts';
import { type Call, readApiError } from '../../gateway/gateway-client.server';
import { apiOrigin } from '../../gateway/gateway-origin.server';
import { botAudiencesToExclude } from '../../links/exclude-bots.server';
import { formatCount, formatInteger } from '../../ui/numbers';
import type { ArtifactKind, ReportPeriod, Selection, ArtifactSelection } from './aggregate-query.server';
import { reportDimensions } from './breakdown.server';

interface VerificationRow {
  figure: string;
  shown: string;
  counted: string;
  isEqual: boolean;
  /** First differences. */
  where: string[];
}

export interface VerificationData {
  events: string;
  decisions: { requests: string; isEqual: boolean; where: string[] };
  figures: number;
  differing: number;
  kinds: { title: string; rows: VerificationRow[] }[];
}

/** What a check counts again. */
export function verificationQuery(
  { time, step }: Pick<ReportPeriod, 'time' | 'step'>,
  { packages, pixels, filterId, where, withoutNoise }: Selection,
) {
  return {
    ...time,
    rollup: step,
    package_id: packages,
    tracking_pixel_id: pixels,
    filter_id: filterId,
    where,
    exclude_audience: botAudiencesToExclude(withoutNoise),
  };
}

type VerificationQuery = ReturnType<typeof verificationQuery>;

/** Tells whether a result is about the report at an address. Its range may depend on today. */
function markOf(query: VerificationQuery): string {
  return createHash('sha256').update(queryText(query)).digest('base64url').slice(0, 8);
}

/**
 * Starts a check in the background; returns its name in addresses. Throws the errors of the
 * gateway.
 */
export async function startVerification(call: Call, owner: string, query: VerificationQuery): Promise<string> {
  let { id } = await call(recountJobsApi.startRecount, { params: { owner }, query });
  return `${id}.${markOf(query)}`;
}

const ofAnother = 'This check was about other days or another selection. Check this report again.';

export interface Verification {
  /** `40%`; empty unless it runs. */
  progress: string;
  done: number;
  /** Why it has no result, and what to do; empty otherwise. */
  reason: string;
  result: VerificationData | null;
}

/** A started check; one that is gone, or of another report, has a message. */
export async function readVerification(
  call: Call,
  owner: string,
  name: string,
  query: VerificationQuery,
): Promise<Verification> {
  let [recount_id = '', mark] = name.split('.');
  try {
    let job = await call(recountJobsApi.getRecount, { params: { owner, recount_id } });
    if (mark !== markOf(query)) return without(ofAnother);
    let { done, reason, result } = job;
    let isOpen = job.status === 'waiting' || job.status === 'running';
    return { progress: isOpen ? `${Math.floor(100 * done)}%` : '', done, reason, result: result && inWords(result) };
  } catch (thrown) {
    let refused = await readApiError(thrown);
    if (refused?.code !== 'recount-not-found') throw thrown;
    return without(refused.message);
  }
}

function without(reason: string): Verification {
  return { progress: '', done: 0, reason, result: null };
}

const kinds: { kind: ArtifactKind; title: string }[] = [
  { kind: 'package', title: 'Downloads' },
  { kind: 'tracking-pixel', title: 'Views' },
];

function inWords({ events, decisions, figures }: ReportVerification): VerificationData {
  let tables = kinds.flatMap(({ kind, title }) => {
    let own = figures.filter(({ artifact_type }) => artifact_type === kind);
    return own.length === 0 ? [] : [{ title, rows: own.flatMap((figure) => rowsOf(figure, title)) }];
  });
  let all = tables.flatMap(({ rows }) => rows);
  return {
    events: formatCount(events, 'event'),
    decisions: decisionsInWords(decisions),
    figures: all.length,
    differing: all.filter(({ isEqual }) => !isEqual).length,
    kinds: tables,
  };
}

function decisionsInWords({
  requests,
  differing,
  differences,
}: ReportVerification['decisions']): VerificationData['decisions'] {
  let where = differences.map(({ id, counted: isCounted }) =>
    isCounted ? `${id} counts, and is a repeat` : `${id} is a repeat, and should count`,
  );
  if (differing > where.length) where.push(`and ${formatInteger(differing - where.length)} more`);
  return { requests: formatCount(requests, 'request'), isEqual: differing === 0, where };
}

const overTime = { hourly: 'hour', daily: 'day', weekly: 'week', monthly: 'month', total: '' } as const;

const figureNames: Partial<Record<Breakdown, string>> = {
  'by-company': 'company',
  'by-version': 'version',
  'by-client': 'client',
  'by-platform': 'platform',
  'by-country': 'country',
  'by-cloudprovider': 'cloud provider',
  'by-referer': 'referring page',
  'by-user-agent': 'user agent',
  'by-variable': 'variable',
  'by-audience': 'audience',
  'by-domain': 'domain',
  'by-file-extension': 'file extension',
  'by-runtime': 'runtime',
  'by-installer': 'installer',
  'by-arch': 'architecture',
  'by-libc': 'C library',
  'by-ci-provider': 'CI provider',
  'by-network': 'network',
  'by-fallback': 'fallback target',
  'by-endpoint': 'endpoint',
  'by-origin': 'origin',
};

/** One row, or one per number of the total. */
function rowsOf(figure: VerifiedFigure, title: string): VerificationRow[] {
  let { breakdown, rollup, shown, differing } = figure;
  let where = figure.differences.map((difference) => placeOf(difference, breakdown));
  if (differing > where.length) where.push(`and ${formatInteger(differing - where.length)} more`);
  let row = (name: string, say: (sums: Sums) => string): VerificationRow => {
    let both = { shown: say(shown), counted: say(figure.counted) };
    return { figure: name, ...both, isEqual: differing === 0, where };
  };
  if (breakdown === 'by-total-do-not-track') return [row('Opted out of tracking', ({ total }) => formatInteger(total))];
  let by = rollup === 'total' ? figureNames[breakdown] : overTime[rollup];
  if (by !== undefined && by !== '')
    return [
      row(`${title} by ${by}`, ({ rows, total }) =>
        rows === 0 ? '0' : `${formatInteger(total)} in ${formatCount(rows, 'row')}`,
      ),
    ];
  let of = figuresOf[figure.artifact_type];
  let say = {
    [of.total.label]: ({ total }: Sums) => formatInteger(total),
    [of.users.label]: ({ unique_origins }: Sums) => formatInteger(unique_origins ?? 0),
    [of.networks.label]: ({ unique_endpoints }: Sums) => formatInteger(unique_endpoints ?? 0),
  };
  return Object.entries(say).map(([name, words]) => {
    let one = row(name, words);
    return { ...one, isEqual: one.shown === one.counted, where: [] };
  });
}

const numbers: Record<string, string> = {
  total: '',
  unique_origins: 'unique users',
  unique_endpoints: 'unique IPs',
  unique_by_period: 'unique users by period',
  first_seen: 'first event',
  last_seen: 'last event',
};

function placeOf({ row, field, shown, counted: again }: ReportDifference, breakdown: Breakdown): string {
  let name = nameOf(row, breakdown);
  if (shown === null) return `${name}: not shown, ${again} counted`;
  if (again === null) return `${name}: ${shown} shown, no event counted`;
  if (field === 'row') return `${name}: shown twice`;
  let number = numbers[field] ?? field;
  return `${name}${number && ` (${number})`}: ${shown} shown, ${again} counted`;
}

function nameOf(row: Record<string, string>, breakdown: Breakdown): string {
  let { date, variable, value } = row;
  if (date !== undefined) return date;
  if (variable !== undefined) return `${variable}=${value ?? ''}`;
  let dimension = Object.values(reportDimensions).find((one) => one.breakdown === breakdown);
  if (!dimension) return Object.values(row).join(' ') || 'All';
  let found = dimension.valueOf(row as unknown as AggregationRow);
  return found === '' ? dimension.unknown : dimension.nameOf(found);
}

export interface CliCommand {
  label: string;
  command: string;
}

/** CLI commands that verify the same numbers from exported events. */
export function cliCommands(
  owner: string,
  time: AskedTime,
  { last_event, ...selection }: Selection & { last_event: number },
): CliCommand[] {
  let { packages, pixels, filterId, where = [], withoutNoise } = selection;
  let excluded = botAudiencesToExclude(withoutNoise);
  let range = { ...time, filter_id: filterId, where, exclude_audience: excluded, last_event };
  let query = queryText({ ...range, counted: 'true', format: 'ndjson' });
  let sources = [
    { ids: packages, route: eventsApi.exportEntityPackageEvents, file: 'packages.ndjson', option: '--package' },
    { ids: pixels, route: eventsApi.exportEntityTrackingPixelEvents, file: 'pixels.ndjson', option: '--pixel' },
  ];
  let wanted = sources.filter(({ ids }) => ids !== 'none');
  let addressesFor = ({ ids, route }: (typeof sources)[number]) => {
    let all = apiOrigin + pathOf(route, { owner });
    let each = typeof ids === 'string' ? [all] : ids.map((id) => all.replace(/\/events$/, `/${id}/events`));
    return each.map((address) => `'${address}${query}'`).join(' ');
  };
  let token = '-H "authorization: Bearer $LANDFALL_TOKEN"';
  let options = [
    `--api ${apiOrigin} --owner ${owner} --from ${time.start_date} --until ${time.until}`,
    ...sources.flatMap(({ ids, option }) => idOptions(ids).map((id) => `${option} ${id}`)),
    `--last-event ${last_event}`,
    ...(filterId ? [`--filter ${filterId}`] : []),
    ...(excluded ? [`--exclude-audience ${excluded}`] : []),
    ...where.map((condition) => `--where '${condition.replaceAll("'", String.raw`'\''`)}'`),
    ...wanted.map(({ file }) => `--events ${file}`),
  ];
  return [
    ...wanted.map((source) => ({
      label: `Download the events: ${source.file}`,
      command: `curl -fsS ${token} ${addressesFor(source)} > ${source.file}`,
    })),
    { label: 'Count them', command: `npm run verify -- ${options.join(' ')}` },
  ];
}

function idOptions(ids: ArtifactSelection): string[] {
  if (ids === 'all') return [];
  return ids === 'none' ? ['none'] : ids;
}
