/** Downloads now and before, in all and by what they are: where a change comes from. */
import type { EventBreakdown } from 'contract/analytics/aggregations';
import type { Weighed } from '../reports/analytics/artifact-importance';
import type { EventFilter } from '../events/query/filter';
import type { AggregateRow, EventStore } from '../events/store';
import type { EventRules } from '../reports/funnel/filters';

/** What is compared: some buckets of a range with others of it. */
export interface Times {
  /** Both UTC midnights. */
  from: number;
  until: number;
  rollup: 'daily' | 'weekly' | 'monthly';
  /** First days of buckets. */
  now: string;
  /** Their mean is what was before; at least one. */
  before: readonly string[];
}

export interface Counted {
  events: EventStore;
  /** At least one. */
  packages: readonly Weighed[];
  rules: EventRules;
}

export interface Change {
  /** Empty for all downloads. */
  key: string;
  label: string;
  now: number;
  before: number;
}

/** Values that are kept of a bucket and a dimension: small ones explain nothing. */
const rowsMax = 5_000;

export interface Dimension {
  breakdown: EventBreakdown;
  isByPackage: boolean;
  keyOf(row: AggregateRow): string;
  labelOf(row: AggregateRow, packages: readonly Weighed[]): string;
  /** The same question about one value alone. */
  within(asked: Counted, key: string): Counted;
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

const all: Dimension = {
  breakdown: 'by-total',
  isByPackage: false,
  keyOf: () => '',
  labelOf: () => '',
  within: (asked) => asked,
};

export const dimensions = {
  package: {
    breakdown: 'by-total',
    isByPackage: true,
    keyOf: ({ artifactId = '' }) => artifactId,
    labelOf: ({ artifactId }, packages) => packages.find(({ id }) => id === artifactId)?.name ?? '',
    within: (asked, key) => ({ ...asked, packages: asked.packages.filter(({ id }) => id === key) }),
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
    within: (asked, key) => narrowed(asked, { companies: [{ keys: [key], not: false }] }),
  },
  version: byText('by-version', 'version', 'request_version'),
  client: byText('by-client', 'client', 'request_client'),
} satisfies Record<string, Dimension>;

function byText(
  breakdown: EventBreakdown,
  field: string,
  filter: 'request_origin_country' | 'request_version' | 'request_client',
): Dimension {
  let valueOf = ({ values }: AggregateRow) => values[field] ?? '';
  let within = (asked: Counted, key: string) => narrowed(asked, { [filter]: { op: 'equals', values: [key] } });
  return { breakdown, isByPackage: false, keyOf: valueOf, labelOf: valueOf, within };
}

function narrowed(asked: Counted, filter: EventFilter): Counted {
  return { ...asked, rules: { ...asked.rules, filters: [...asked.rules.filters, filter] } };
}

/** All downloads, now and before. */
export async function changeOf(asked: Counted, times: Times): Promise<Change> {
  let [change] = await changesBy(asked, times, all);
  return change ?? { key: '', label: '', now: 0, before: 0 };
}

/** The downloads of each value of a dimension; those whose value is not known have an empty key. */
export async function changesBy(asked: Counted, times: Times, dimension: Dimension): Promise<Change[]> {
  let { events, packages, rules } = asked;
  let { from, until, rollup } = times;
  let rows = await events.aggregate({
    artifactType: 'package',
    artifactIds: packages.map(({ id }) => id),
    from,
    until,
    rollup,
    breakdowns: [dimension.breakdown],
    groupByArtifact: dimension.isByPackage,
    // A guess is no company, but a download.
    includeLowConfidence: dimension.breakdown !== 'by-company',
    uniques: 'none',
    ...rules,
    limit: rowsMax,
  });
  let changes = new Map<string, Change>();
  for (let row of rows) {
    let { date = '', total } = row;
    let isNow = date === times.now;
    if (!isNow && !times.before.includes(date)) continue;
    let key = dimension.keyOf(row);
    let change = changes.get(key) ?? { key, label: dimension.labelOf(row, packages), now: 0, before: 0 };
    if (isNow) change.now += total;
    else change.before += total / times.before.length;
    changes.set(key, change);
  }
  return [...changes.values()];
}
