/** The dimensions of a report: names of their values, and their bars and donuts. */
import type { AggregationRow, Breakdown } from 'contract/aggregations';
import type { FunnelStage } from 'contract/funnel-stages';
import { type Bar, type BarInput, bars, donut, type DonutData, type Part } from '../../charts/geometry.server';
import { countryName, platformName } from '../../display-names.server';
import { audienceName, importanceLevels, stageLabels } from '../../labels';
import { uniqueText } from '../../unique-counts.server';
import { sourcesOf } from './counts.server';

interface Dimension {
  breakdown: Breakdown;
  /** One value, `Country`. */
  label: string;
  /** The value of a row; empty when it is not known. */
  valueOf: (row: AggregationRow) => string;
  nameOf: (value: string) => string;
  /** Label of the empty value. */
  unknown: string;
}

function asIs(value: string): string {
  return value;
}

export const dimensions = {
  platform: {
    breakdown: 'by-platform',
    label: 'Platform',
    valueOf: (row) => row.platform ?? '',
    nameOf: platformName,
    unknown: 'Unknown platform',
  },
  client: {
    breakdown: 'by-client',
    label: 'Client',
    valueOf: (row) => row.client ?? '',
    nameOf: asIs,
    unknown: 'Unknown client',
  },
  audience: {
    breakdown: 'by-audience',
    label: 'Audience',
    valueOf: (row) => row.audience ?? '',
    nameOf: audienceName,
    unknown: audienceName(''),
  },
  provider: {
    breakdown: 'by-cloudprovider',
    label: 'Provider',
    valueOf: (row) => row.cloud_provider_name ?? '',
    nameOf: asIs,
    unknown: 'No cloud provider',
  },
  company: {
    breakdown: 'by-company',
    label: 'Company',
    valueOf: (row) => row.company_name ?? '',
    nameOf: asIs,
    unknown: 'Unknown company',
  },
  country: {
    breakdown: 'by-country',
    label: 'Country',
    valueOf: (row) => row.country ?? '',
    nameOf: countryName,
    unknown: 'Unknown country',
  },
  domain: {
    breakdown: 'by-domain',
    label: 'Domain',
    valueOf: (row) => row.request_domain ?? '',
    nameOf: asIs,
    unknown: 'Unknown domain',
  },
  extension: {
    breakdown: 'by-file-extension',
    label: 'File extension',
    valueOf: (row) => row.file_extension ?? '',
    nameOf: (value) => `.${value}`,
    unknown: 'No file extension',
  },
  importance: {
    breakdown: 'by-importance',
    label: 'Importance',
    valueOf: (row) => row.importance ?? '',
    nameOf: (value) => importanceLevels.find((level) => level.value === value)?.label ?? value,
    unknown: 'No importance',
  },
  stage: {
    breakdown: 'by-company-funnel-stage',
    label: 'Funnel stage',
    valueOf: (row) => row.company_funnel_stage ?? '',
    nameOf: (value) => stageLabels[value as FunnelStage] ?? value,
    unknown: 'Unknown company',
  },
  endpoint: {
    breakdown: 'by-endpoint',
    label: 'Endpoint',
    valueOf: (row) => row.endpoint_id ?? '',
    nameOf: asIs,
    unknown: 'Unknown endpoint',
  },
  origin: {
    breakdown: 'by-origin',
    label: 'Origin',
    valueOf: (row) => row.origin_id ?? '',
    nameOf: asIs,
    unknown: 'Unknown origin',
  },
  agent: {
    breakdown: 'by-user-agent',
    label: 'User agent',
    valueOf: (row) => row.user_agent ?? '',
    nameOf: asIs,
    unknown: 'No user agent sent',
  },
  version: {
    breakdown: 'by-version',
    label: 'Version',
    valueOf: (row) => row.version ?? '',
    nameOf: asIs,
    unknown: 'No version',
  },
  variable: {
    breakdown: 'by-variable',
    label: 'Value',
    valueOf: (row) => row.value ?? '',
    nameOf: asIs,
    unknown: 'Empty',
  },
  referer: {
    breakdown: 'by-referer',
    label: 'Page',
    valueOf: (row) => row.referer ?? '',
    nameOf: asIs,
    unknown: 'No referer sent',
  },
} as const satisfies Record<string, Dimension>;

function nameOfRow(dimension: Dimension, row: AggregationRow): string {
  let value = dimension.valueOf(row);
  return value === '' ? dimension.unknown : dimension.nameOf(value);
}

/**
 * Bars of the highest rows with unique sources inside, then unknown values and the rest of the
 * total. The rest has no unique count, because distinct counts do not add up.
 */
export function breakdownBars(rows: AggregationRow[], dimension: Dimension, total: number): Bar[] {
  let shown = rows.map((row) => ({
    name: nameOfRow(dimension, row),
    detail: row.company_domain,
    value: row.total,
    ...innerOf(row),
    isRest: dimension.valueOf(row) === '',
  }));
  let rest = restOf(rows, total);
  let ordered = [...shown.filter((one) => !one.isRest), ...shown.filter((one) => one.isRest)];
  return bars(rest > 0 ? [...ordered, { name: 'All others', value: rest, isRest: true }] : ordered, total);
}

/** Over several periods the bar has no part for unique sources, only their numbers as text. */
function innerOf(row: AggregationRow): Pick<BarInput, 'inner' | 'innerText'> {
  let { only, byPeriod } = sourcesOf(row);
  return only === null ? { innerText: uniqueText(only, byPeriod) } : { inner: only };
}

/** Slices of the highest rows; unknown values and the rest of the total in the muted color. */
export function breakdownDonut(rows: AggregationRow[], dimension: Dimension, total: number): DonutData {
  let parts: Part[] = rows.map((row) => ({ name: nameOfRow(dimension, row), value: row.total }));
  let known = merged(parts).map((part) => ({ ...part, isRest: part.name === dimension.unknown }));
  return donut([...known, { name: 'All others', value: restOf(rows, total), isRest: true }]);
}

/** Two values can have one name, such as `darwin` and `macos`. */
function merged(parts: Part[]): Part[] {
  let byName = new Map<string, number>();
  for (let { name, value } of parts) byName.set(name, (byName.get(name) ?? 0) + value);
  return [...byName].map(([name, value]) => ({ name, value })).sort((a, b) => b.value - a.value);
}

function restOf(rows: AggregationRow[], total: number): number {
  return total - rows.reduce((sum, row) => sum + row.total, 0);
}
