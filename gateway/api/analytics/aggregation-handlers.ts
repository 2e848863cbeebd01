/** Counts over events: one query for packages and one for pixels. */
import * as aggregations from 'contract/analytics/aggregations';
import { dayIn } from 'contract/shared/time-zone';
import {
  isByVisitor,
  type AggregationQuery,
  type Breakdown,
  type AggregationRow,
} from 'contract/analytics/aggregations';
import type { ErrorCode } from 'contract/errors';
import { onlyPeriod } from 'contract/analytics/id-periods';
import * as limits from 'contract/limits';
import { queried } from 'contract/packages/package-query';
import type { Event } from 'contract/event-fields';
import { withoutAudiences } from '../../events/filter';
import type { AggregateRow } from '../../events/store';
import { eventRules, type EventRules } from '../../reports/funnel/filters';
import { packageNames } from '../../packages/packages';
import { pixelNames } from '../../packages/pixels';
import type { Records } from '../../floor/db/schema';
import { Refusal } from '../../floor/refusal';
import { serve, Streamed } from '../http/handler';
import { firstsEver } from '../../reports/analytics/first-dates';
import { aggregateJoined, eventBreakdowns, joinsFor } from '../../reports/analytics/joined-breakdowns';
import { askedDays, rangeBounds, rangeOf, type Range } from '../../reports/analytics/range';

export interface Artifacts {
  type: Event['artifactType'];
  /** Names by id. */
  names: Map<string, string>;
}

const linesPerChunk = 500;

export const aggregationEndpoints = serve(aggregations, {
  async exportEntityAggregations({ parts, owner, query }) {
    let bounds = rangeBounds(query.rollup);
    let range = rangeOf(askedDays(query), parts.clock(), bounds);
    let [artifacts, rules] = await Promise.all([
      artifactsOf(parts.records, owner.id, query),
      eventRules(parts, owner.id, query, query.include_low_confidence),
    ]);
    for (let one of withoutAudiences(query.exclude_audience)) rules.filters.push(one);
    let joins = await joinsFor(parts, owner.id, query.breakdown_set, {
      corrections: rules.corrections,
      includeLowConfidence: query.include_low_confidence,
    });
    let some = artifacts.filter(({ names }) => names.size > 0);
    let rows = await Promise.all(
      some.map(async ({ type, names }) => {
        let uniques = query.unique_counts;
        let question = { ...questionOf({ artifactType: type, names }, query, range, rules), uniques };
        let counted = await aggregateJoined(parts.events, question, joins);
        let others = some
          .filter((other) => other.type !== type)
          .map((other) => ({ artifactType: other.type, artifactIds: [...other.names.keys()] }));
        let firsts =
          query.first_dates && joins.length === 0
            ? await firstsEver(parts.events, question, counted, others)
            : undefined;
        let shown = counted.map((row) => present(row, type, names, firsts?.get(row)));
        return uniques === 'none'
          ? shown.map((row) => ({ ...row, unique_origins: null, unique_endpoints: null }))
          : shown;
      }),
    );
    return stream(rows.flat(), query.format, {
      'x-scarf-effective-start-date': dayIn(query.time_zone, range.from),
      'x-scarf-effective-end-date': dayIn(query.time_zone, range.until),
    });
  },
});

type Calendar = Pick<AggregationQuery, 'time_zone' | 'week_start'>;

/**
 * The question of a query about some packages or pixels. Of what cuts no time, the range is enough.
 */
export function questionOf(
  { artifactType, names }: { artifactType: Event['artifactType']; names: Map<string, string> },
  query: Omit<AggregationQuery, 'format' | 'first_dates' | 'unique_counts' | keyof Calendar> & Partial<Calendar>,
  range: Range,
  rules: EventRules,
) {
  return {
    artifactType,
    artifactIds: [...names.keys()],
    ...range,
    rollup: query.rollup,
    timeZone: query.rollup === 'total' ? undefined : query.time_zone,
    weekStart: query.rollup === 'weekly' ? query.week_start : undefined,
    breakdowns: eventBreakdowns(query.breakdown_set),
    groupByArtifact: query.group_by_artifact,
    // A doubtful guess of the company is a download all the same: it is left out of companies only.
    includeLowConfidence: query.include_low_confidence || !query.breakdown_set.some(isByCompany),
    variable: query.variable,
    ...rules,
    limit: query.limit ?? (query.breakdown_set.some(isByVisitor) ? limits.visitorRowsMax : undefined),
  };
}

function isByCompany(breakdown: Breakdown): boolean {
  return breakdown === 'by-company' || breakdown === 'by-company-funnel-stage';
}

/**
 * The packages and pixels of a query: all packages by default; only named ones once any is named.
 */
export async function artifactsOf(
  records: Records,
  ownerId: string,
  query: Pick<AggregationQuery, 'package_id' | 'tracking_pixel_id' | 'query'>,
): Promise<Artifacts[]> {
  let { package_id, tracking_pixel_id } = query;
  if (query.query && package_id.length + tracking_pixel_id.length > 0)
    throw new Refusal('invalid-package-query', 'query');
  let packageIds = package_id.length + tracking_pixel_id.length === 0 ? ['all'] : package_id;
  let [packages, pixels] = await Promise.all([
    named(packageIds, (ids) => packageNames(records, ownerId, ids), 'package-not-found', 'package_id'),
    named(tracking_pixel_id, (ids) => pixelNames(records, ownerId, ids), 'pixel-not-found', 'tracking_pixel_id'),
  ]);
  return [
    { type: 'package', names: queried(packages, query.query) },
    { type: 'tracking-pixel', names: pixels },
  ];
}

async function named(
  asked: string[],
  find: (ids?: string[]) => Promise<Map<string, string>>,
  missing: ErrorCode,
  field: string,
): Promise<Map<string, string>> {
  if (asked.includes('all')) return find();
  let ids = [...new Set(asked.filter((id) => id !== 'none'))];
  if (ids.length === 0) return new Map();
  let found = await find(ids);
  if (found.size < ids.length) throw new Refusal(missing, field);
  return found;
}

/** A row of an answer; `firstEver` is the time of the first event of its values. */
export function present(
  row: AggregateRow,
  type: Event['artifactType'],
  names: Map<string, string>,
  firstEver?: number,
): AggregationRow {
  let { artifactId, date, values, total, uniques, firstSeen, lastSeen } = row;
  let only = onlyPeriod(uniques, { period: '', origins: 0, endpoints: 0 });
  return {
    artifact_type: type,
    ...(artifactId !== undefined && { artifact: artifactId, artifact_name: names.get(artifactId) ?? '' }),
    ...(date !== undefined && { date }),
    ...values,
    total,
    unique_origins: only && only.origins,
    unique_endpoints: only && only.endpoints,
    ...(!only && {
      unique_by_period: uniques.map(({ period, origins, endpoints }) => ({
        period,
        unique_origins: origins,
        unique_endpoints: endpoints,
      })),
    }),
    ...(firstSeen !== undefined && { first_seen: new Date(firstSeen).toISOString() }),
    ...(lastSeen !== undefined && { last_seen: new Date(lastSeen).toISOString() }),
    ...(firstEver !== undefined && { first_ever: new Date(firstEver).toISOString() }),
  };
}

function stream(rows: AggregationRow[], format: AggregationQuery['format'], headers: Record<string, string>): Streamed {
  return format === 'json'
    ? new Streamed(whole({ data: rows }), { ...headers, 'content-type': 'application/json' })
    : new Streamed(lines(rows), { ...headers, 'content-type': 'application/x-ndjson' }, rows);
}

async function* whole(answer: unknown): AsyncGenerator<string> {
  yield JSON.stringify(answer);
}

async function* lines(rows: AggregationRow[]): AsyncGenerator<string> {
  for (let at = 0; at < rows.length; at += linesPerChunk)
    yield rows
      .slice(at, at + linesPerChunk)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join('');
}
