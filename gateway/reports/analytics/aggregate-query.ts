/** Turns aggregation calls into queries of the event store, and rows into the API's form. */
import {
  isByVisitor,
  type AggregationQuery,
  type AggregationRow,
  type Breakdown,
} from 'contract/analytics/aggregations';
import { addPeriods } from 'contract/analytics/id-periods';
import type { ErrorCode } from 'contract/rules/errors';
import type { ArtifactType, Event } from 'contract/event-fields';
import { queried } from 'contract/packages/package-query';
import type { AggregateRow } from '../../events/shape/store';
import type { Records } from '../../floor/db/schema';
import { ApiError } from '../../floor/calls/api-error';
import { packageNames } from '../../packages/packages';
import { pixelNames } from '../../packages/pixels';
import type { EventRules } from '../funnel/event-rules';
import { eventBreakdowns } from './joined-breakdowns';
import type { TimeRange } from './time-range';

/** Values of a breakdown by visitor. */
export const visitorRowsMax = 1_000;

export interface NamedArtifacts {
  type: ArtifactType;
  /** Names by id. */
  names: Map<string, string>;
}

type Calendar = Pick<AggregationQuery, 'time_zone' | 'week_start'>;

/** Totals have no time zone: the range already has it. */
export function aggregateQueryOf(
  { artifactType, names }: { artifactType: Event['artifactType']; names: Map<string, string> },
  query: Omit<AggregationQuery, 'format' | 'first_dates' | 'unique_counts' | 'refused' | keyof Calendar> &
    Partial<Calendar>,
  range: TimeRange,
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
    // Matches of low confidence are still downloads: only counts by company leave them out.
    includeLowConfidence: query.include_low_confidence || !query.breakdown_set.some(isByCompany),
    variable: query.variable,
    ...rules,
    limit: query.limit ?? (query.breakdown_set.some(isByVisitor) ? visitorRowsMax : undefined),
  };
}

function isByCompany(breakdown: Breakdown): boolean {
  return breakdown === 'by-company' || breakdown === 'by-company-funnel-stage';
}

/** All packages by default; as soon as an id is given, only the given packages and pixels. */
export async function queriedArtifacts(
  records: Records,
  ownerId: string,
  query: Pick<AggregationQuery, 'package_id' | 'tracking_pixel_id' | 'query'>,
): Promise<NamedArtifacts[]> {
  let { package_id, tracking_pixel_id } = query;
  if (query.query && package_id.length + tracking_pixel_id.length > 0)
    throw new ApiError('invalid-package-query', 'query');
  let packageIds = package_id.length + tracking_pixel_id.length === 0 ? ['all'] : package_id;
  let [packages, pixels] = await Promise.all([
    namesFor(packageIds, (ids) => packageNames(records, ownerId, ids), 'package-not-found', 'package_id'),
    namesFor(tracking_pixel_id, (ids) => pixelNames(records, ownerId, ids), 'pixel-not-found', 'tracking_pixel_id'),
  ]);
  return [
    { type: 'package', names: queried(packages, query.query) },
    { type: 'tracking-pixel', names: pixels },
  ];
}

async function namesFor(
  asked: string[],
  find: (ids?: string[]) => Promise<Map<string, string>>,
  missing: ErrorCode,
  field: string,
): Promise<Map<string, string>> {
  if (asked.includes('all')) return find();
  let ids = [...new Set(asked.filter((id) => id !== 'none'))];
  if (ids.length === 0) return new Map();
  let found = await find(ids);
  if (found.size < ids.length) throw new ApiError(missing, field);
  return found;
}

/** `firstEver` is the time of the first event with the values of the row. */
export function presentAggregate(
  row: AggregateRow,
  type: ArtifactType,
  names: Map<string, string>,
  firstEver?: number,
): AggregationRow {
  let { artifactId, date, values, total, uniques, firstSeen, lastSeen } = row;
  return {
    artifact_type: type,
    ...(artifactId !== undefined && { artifact: artifactId, artifact_name: names.get(artifactId) ?? '' }),
    ...(date !== undefined && { date }),
    ...values,
    total,
    unique_origins: addPeriods(uniques, 'origins'),
    unique_endpoints: uniques[0]?.endpoints === null ? null : addPeriods(uniques, 'endpoints'),
    ...(uniques.length > 1 && {
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
