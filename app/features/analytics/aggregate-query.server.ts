/** Queries to the gateway for a selection of packages and pixels. */
import { aggregationsApi, type AggregationRow, type Breakdown, type Rollup } from 'contract/analytics/aggregations';
import { addDays, type Clock, type DayRange, hourKey, type TimeStep } from '../../charts/date-buckets.server';
import type { Call } from '../../gateway/gateway-client.server';
import { excludedBy } from '../../links/noise.server';
import { currentReader } from '../../session/reader.server';

/** All, none, or ids of packages or of pixels. */
export type ArtifactSelection = 'all' | 'none' | string[];

/** Parses a parameter: `all`, `none` or one id. */
export function artifactSelection(chosen: string): ArtifactSelection {
  return chosen === 'all' || chosen === 'none' ? chosen : [chosen];
}

export interface Selection {
  packages: ArtifactSelection;
  pixels: ArtifactSelection;
  /** A saved filter of the owner. */
  filterId?: string | undefined;
  /** Conditions of the address. */
  where?: string[] | undefined;
  /** Without bots and mirrors. */
  withoutNoise?: boolean | undefined;
}

export const allArtifacts: Selection = { packages: 'all', pixels: 'all' };

/** The range of a report and the range it is compared with. */
export interface ReportPeriod extends Clock {
  days: DayRange;
  previous: DayRange;
  step: TimeStep;
}

interface AggregateOptions {
  days: DayRange;
  rollup?: Rollup;
  breakdown?: Breakdown;
  /** The variable of a breakdown by variable. */
  variable?: string;
  byArtifact?: boolean;
  /** Whether rows by company, or by artifact, say when their first event ever was. */
  firstDates?: boolean;
  /** The distinct visitors that are shown, all when left out: they take most of the time. */
  uniques?: 'all' | 'origins' | 'none';
  /** Rows per kind; those with the highest totals are kept. */
  limit?: number;
}

export type RunAggregateQuery = (question: AggregateOptions) => Promise<AggregationRow[]>;

/** Companies of low confidence are not shown, and count in all other numbers. */
const ofCompanies: readonly Breakdown[] = ['by-company', 'by-company-funnel-stage'];

/** Queries for an owner's selection; an empty selection has no rows. */
export function createAggregateQuery(
  call: Call,
  owner: string,
  { packages, pixels, filterId, where, withoutNoise }: Selection,
): RunAggregateQuery {
  return async ({
    days,
    rollup = 'total',
    breakdown = 'by-total',
    variable,
    byArtifact = false,
    firstDates = false,
    uniques = 'all',
    limit,
  }) => {
    if (packages === 'none' && pixels === 'none') return [];
    let rows = await call(aggregationsApi.exportEntityAggregations, {
      params: { owner },
      query: {
        start_date: days.from,
        end_date: addDays(days.to, 1),
        rollup,
        breakdown_set: breakdown,
        package_id: packages,
        tracking_pixel_id: pixels,
        include_low_confidence: ofCompanies.includes(breakdown) ? 'false' : 'true',
        group_by_artifact: byArtifact ? 'true' : 'false',
        ...(firstDates && { first_dates: 'true' as const }),
        unique_counts: uniques,
        variable,
        filter_id: filterId,
        where,
        exclude_audience: excludedBy(withoutNoise),
        limit,
      },
    });
    return rollup === 'hourly' ? rows.map(byTheClock) : rows;
  };
}

/** Hours are named as the reader's clock shows them. */
function byTheClock({ date = '', ...row }: AggregationRow): AggregationRow {
  return { ...row, date: hourKey(currentReader().timeZone, date) };
}

export type ArtifactKind = AggregationRow['artifact_type'];

/** The rows of packages or of pixels, which are never counted together. */
export function rowsOfKind(rows: AggregationRow[], kind: ArtifactKind): AggregationRow[] {
  return rows.filter((row) => row.artifact_type === kind);
}

/** What the lists are about: packages, or pixels alone. */
export function listedKind({ packages }: Selection): ArtifactKind {
  return packages === 'none' ? 'tracking-pixel' : 'package';
}
