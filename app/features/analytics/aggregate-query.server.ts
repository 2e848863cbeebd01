/** Aggregate queries for a selection of packages and pixels. */
import { aggregationsApi, type AggregationRow, type Breakdown, type Rollup } from 'contract/analytics/aggregations';
import { type AskedTime, wholeDays } from 'contract/analytics/asked-time';
import type { ComparedPeriod } from 'contract/analytics/compared-periods';
import * as limits from 'contract/floor/limits';
import { addDays, type DayRange } from 'contract/floor/days';
import { type Clock, hourKey, type TimeStep } from '../../charts/date-buckets.server';
import type { Call } from '../../gateway/gateway-client.server';
import { botAudiencesToExclude } from '../../links/exclude-bots.server';
import { currentReader, localDay } from '../../session/reader.server';

export type ArtifactSelection = 'all' | 'none' | string[];

/** `all`, `none` or one id. */
export function artifactSelection(chosen: string): ArtifactSelection {
  return chosen === 'all' || chosen === 'none' ? chosen : [chosen];
}

export interface Selection {
  packages: ArtifactSelection;
  /** Of the one package. */
  type?: string | undefined;
  pixels: ArtifactSelection;
  filterId?: string | undefined;
  where?: string[] | undefined;
  /** Refused requests for withdrawn versions, in place of downloads. */
  refused?: boolean | undefined;
  withoutNoise?: boolean | undefined;
  /**
   * Of the numbers of one company, which a condition selects: whether matches of low confidence
   * count.
   */
  lowShown?: boolean | undefined;
}

export const allArtifacts: Selection = { packages: 'all', pixels: 'all' };

/** Range of a report, and the range it is compared with. */
export interface ReportPeriod extends Clock {
  /** What its questions are about. */
  time: AskedTime;
  /** Those that it touches, for texts. */
  days: DayRange;
  /** Null for all time. */
  previous: (ComparedPeriod & { name: string }) | null;
  step: TimeStep;
}

/** All days that a question can have. */
export function everyDay(now = Date.now()): AskedTime {
  let today = localDay(now);
  return wholeDays({ from: addDays(today, 1 - limits.aggregationDaysMax), to: today });
}

interface AggregateOptions {
  time: AskedTime;
  rollup?: Rollup;
  breakdown?: Breakdown;
  /** For a breakdown by variable. */
  variable?: string;
  byArtifact?: boolean;
  /** Adds the date of the first event ever to rows by company or artifact. */
  firstDates?: boolean;
  /** Which unique counts to compute, the most expensive part. Default: all. */
  uniques?: 'all' | 'origins' | 'none';
  /** Rows per kind, highest totals first. */
  limit?: number;
}

export type RunAggregateQuery = (question: AggregateOptions) => Promise<AggregationRow[]>;

/** Low-confidence companies are hidden in these, but counted in all other numbers. */
const ofCompanies: readonly Breakdown[] = ['by-company', 'by-company-funnel-stage'];

/** An empty selection has no rows. */
export function createAggregateQuery(
  call: Call,
  owner: string,
  { packages, pixels, filterId, where, refused, withoutNoise, lowShown }: Selection,
): RunAggregateQuery {
  let ofOne = lowShown !== undefined;
  return async ({
    time,
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
        ...time,
        rollup,
        breakdown_set: ofOne && breakdown !== 'by-total' ? `by-company,${breakdown}` : ofOne ? 'by-company' : breakdown,
        package_id: packages,
        tracking_pixel_id: pixels,
        include_low_confidence: (lowShown ?? !ofCompanies.includes(breakdown)) ? 'true' : 'false',
        group_by_artifact: byArtifact ? 'true' : 'false',
        ...(refused && { refused: 'true' as const }),
        ...(firstDates && { first_dates: 'true' as const }),
        unique_counts: uniques,
        variable,
        filter_id: filterId,
        where,
        exclude_audience: botAudiencesToExclude(withoutNoise),
        limit,
      },
    });
    let counted = ofOne ? mergedNames(rows) : rows;
    return rollup === 'hourly' ? counted.map(byTheClock) : counted;
  };
}

/** Without the filter of the selection; undefined if it has none. */
export function createUnfilteredQuery(
  call: Call,
  owner: string,
  { packages, pixels, filterId, where, withoutNoise }: Selection,
): RunAggregateQuery | undefined {
  let isFiltered = filterId || where?.length || withoutNoise;
  return isFiltered ? createAggregateQuery(call, owner, { packages, pixels }) : undefined;
}

/** One company may have had several names. */
function mergedNames(rows: AggregationRow[]): AggregationRow[] {
  let merged = new Map<string, AggregationRow>();
  for (let { company_name = '', company_domain = '', ...row } of rows) {
    if (company_name + company_domain === '') continue;
    let { total, unique_origins, unique_endpoints, unique_by_period: _, first_seen, last_seen, ...key } = row;
    let before = merged.get(JSON.stringify(key));
    merged.set(
      JSON.stringify(key),
      before
        ? {
            ...before,
            total: before.total + total,
            unique_origins: (before.unique_origins ?? 0) + (unique_origins ?? 0),
            unique_endpoints: (before.unique_endpoints ?? 0) + (unique_endpoints ?? 0),
            first_seen: [before.first_seen, first_seen].filter((time) => time !== undefined).sort()[0],
            last_seen: [before.last_seen, last_seen]
              .filter((time) => time !== undefined)
              .sort()
              .at(-1),
          }
        : row,
    );
  }
  return [...merged.values()];
}

/** Renames hours to the reader's local time. */
function byTheClock({ date = '', ...row }: AggregationRow): AggregationRow {
  return { ...row, date: hourKey(currentReader().timeZone, date) };
}

export type ArtifactKind = AggregationRow['artifact_type'];

/** Packages and pixels are never added up. */
export function rowsOfKind(rows: AggregationRow[], kind: ArtifactKind): AggregationRow[] {
  return rows.filter((row) => row.artifact_type === kind);
}

/** Pixels only if no package is selected. */
export function listedKind({ packages }: Selection): ArtifactKind {
  return packages === 'none' ? 'tracking-pixel' : 'package';
}
