/** Compares downloads of two periods, in total and by dimension. */
import type { EventBreakdown } from 'contract/analytics/aggregations';
import type { ArtifactWithImportance } from '../reports/conditions/artifact-importance';
import type { EventFilter } from '../events/shape/event-filter';
import type { AggregateRow, EventReader } from '../events/shape/store';
import type { EventRules } from '../reports/funnel/event-rules';

/** The buckets of a range that are compared. */
export interface ChangePeriods {
  /** Both UTC midnights. */
  from: number;
  until: number;
  rollup: 'daily' | 'weekly' | 'monthly';
  /** First days of buckets. */
  now: string;
  /** At least one; their mean is compared with `now`. */
  before: readonly string[];
  /** How many times as long `now` is as a bucket before: what was before is counted for this length. */
  lengths?: number;
}

export interface ChangeScope {
  events: EventReader;
  /** At least one. */
  packages: readonly ArtifactWithImportance[];
  rules: EventRules;
}

export interface DownloadDifference {
  /** Empty for all downloads. */
  key: string;
  label: string;
  now: number;
  before: number;
}

/** Values of a bucket and a dimension: small ones explain nothing. */
const rowsMax = 5_000;

export interface ChangeDimension {
  breakdown: EventBreakdown;
  isByPackage: boolean;
  keyOf(row: AggregateRow): string;
  labelOf(row: AggregateRow, packages: readonly ArtifactWithImportance[]): string;
  /** The scope narrowed to one value. */
  within(scope: ChangeScope, key: string): ChangeScope;
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

const all: ChangeDimension = {
  breakdown: 'by-total',
  isByPackage: false,
  keyOf: () => '',
  labelOf: () => '',
  within: (scope) => scope,
};

export const changeDimensions = {
  package: {
    breakdown: 'by-total',
    isByPackage: true,
    keyOf: ({ artifactId = '' }) => artifactId,
    labelOf: ({ artifactId }, packages) => packages.find(({ id }) => id === artifactId)?.name ?? '',
    within: (scope, key) => ({ ...scope, packages: scope.packages.filter(({ id }) => id === key) }),
  },
  country: {
    ...byText('by-country', 'country', 'request_origin_country'),
    labelOf: ({ values }) => (/^[A-Z]{2}$/.test(values.country ?? '') ? countries.of(values.country!)! : ''),
  },
  company: {
    breakdown: 'by-company',
    isByPackage: false,
    keyOf: ({ values }) => values.company_domain || (values.company_name ?? ''),
    labelOf: ({ values }) => values.company_name || (values.company_domain ?? ''),
    within: (scope, key) => withFilter(scope, { companies: [{ keys: [key], not: false }] }),
  },
  version: byText('by-version', 'version', 'request_version'),
  client: byText('by-client', 'client', 'request_client'),
} satisfies Record<string, ChangeDimension>;

function byText(
  breakdown: EventBreakdown,
  field: string,
  filter: 'request_origin_country' | 'request_version' | 'request_client',
): ChangeDimension {
  let valueOf = ({ values }: AggregateRow) => values[field] ?? '';
  let within = (scope: ChangeScope, key: string) => withFilter(scope, { [filter]: { op: 'equals', values: [key] } });
  return { breakdown, isByPackage: false, keyOf: valueOf, labelOf: valueOf, within };
}

function withFilter(scope: ChangeScope, filter: EventFilter): ChangeScope {
  return { ...scope, rules: { ...scope.rules, filters: [...scope.rules.filters, filter] } };
}

export async function totalChange(scope: ChangeScope, times: ChangePeriods): Promise<DownloadDifference> {
  let [change] = await changesBy(scope, times, all);
  return change ?? { key: '', label: '', now: 0, before: 0 };
}

/** The downloads of each value of a dimension; unknown values have an empty key. */
export async function changesBy(
  scope: ChangeScope,
  times: ChangePeriods,
  dimension: ChangeDimension,
): Promise<DownloadDifference[]> {
  let { events, packages, rules } = scope;
  let { from, until, rollup } = times;
  let rows = await events.aggregate({
    artifactType: 'package',
    artifactIds: packages.map(({ id }) => id),
    from,
    until,
    rollup,
    breakdowns: [dimension.breakdown],
    groupByArtifact: dimension.isByPackage,
    // Matches of low confidence count as downloads, but not as companies.
    includeLowConfidence: dimension.breakdown !== 'by-company',
    uniques: 'none',
    ...rules,
    limit: rowsMax,
  });
  let changes = new Map<string, DownloadDifference>();
  for (let row of rows) {
    let { date = '', total } = row;
    let isNow = date === times.now;
    if (!isNow && !times.before.includes(date)) continue;
    let key = dimension.keyOf(row);
    let change = changes.get(key) ?? { key, label: dimension.labelOf(row, packages), now: 0, before: 0 };
    if (isNow) change.now += total;
    else change.before += (total / times.before.length) * (times.lengths ?? 1);
    changes.set(key, change);
  }
  return [...changes.values()];
}
