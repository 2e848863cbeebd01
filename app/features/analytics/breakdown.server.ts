/** Report dimensions: labels of their values, bars and donuts. */
import type { AggregationRow, Breakdown } from 'contract/analytics/aggregations';
import { cleanText } from 'contract/floor/printable';
import { readableDomain } from '../../text/domain-names.server';
import { isEqual, isNone, variableKey } from 'contract/analytics/where';
import { hasKey } from 'contract/floor/keys-of';
import { donut, type DonutData, type DonutPart } from '../../charts/donut.server';
import { type Bar, bars } from '../../charts/geometry.server';
import type { SortOrder } from '../../charts/table-sort.server';
import { countryName, platformName } from '../../text/display-names.server';
import { audienceName, importanceLevels, stageLabels } from '../../text/labels';
import type { DrillDown } from '../../charts/drill-down.server';

export interface ReportDimension {
  breakdown: Breakdown;
  /** Singular: `Country`. */
  label: string;
  valueOf: (row: AggregationRow) => string;
  nameOf: (value: string) => string;
  unknown: string;
  /** Filter conditions that select the row's events. */
  whereOf: (row: AggregationRow) => string;
}

/** Identified by domain, or by name without one. */
function companyIs({
  company_name = '',
  company_domain = '',
}: Pick<AggregationRow, 'company_name' | 'company_domain'>) {
  return company_domain ? isEqual('company_domain', company_domain) : isEqual('company_name', company_name);
}

function asIs(value: string): string {
  return value;
}

export const reportDimensions = {
  platform: {
    breakdown: 'by-platform',
    label: 'Platform',
    valueOf: (row) => row.platform ?? '',
    nameOf: platformName,
    unknown: 'Unknown platform',
    whereOf: (row) => isEqual('request_platform', row.platform ?? ''),
  },
  client: {
    breakdown: 'by-client',
    label: 'Client',
    valueOf: (row) => row.client ?? '',
    nameOf: asIs,
    unknown: 'Unknown client',
    whereOf: (row) => isEqual('request_client', row.client ?? ''),
  },
  runtime: {
    breakdown: 'by-runtime',
    label: 'Runtime',
    valueOf: (row) => row.runtime ?? '',
    nameOf: asIs,
    unknown: 'Unknown runtime',
    whereOf: (row) => isEqual('request_runtime', row.runtime ?? ''),
  },
  installer: {
    breakdown: 'by-installer',
    label: 'Installer',
    valueOf: (row) => row.installer ?? '',
    nameOf: asIs,
    unknown: 'Unknown installer',
    whereOf: (row) => isEqual('request_installer', row.installer ?? ''),
  },
  arch: {
    breakdown: 'by-arch',
    label: 'Architecture',
    valueOf: (row) => row.arch ?? '',
    nameOf: asIs,
    unknown: 'Unknown architecture',
    whereOf: (row) => isEqual('request_arch', row.arch ?? ''),
  },
  libc: {
    breakdown: 'by-libc',
    label: 'C library',
    valueOf: (row) => row.libc ?? '',
    nameOf: asIs,
    unknown: 'Unknown C library',
    whereOf: (row) => isEqual('request_libc', row.libc ?? ''),
  },
  ci: {
    breakdown: 'by-ci-provider',
    label: 'CI provider',
    valueOf: (row) => row.ci_provider ?? '',
    nameOf: asIs,
    unknown: 'Not specified',
    whereOf: (row) => isEqual('request_ci_provider', row.ci_provider ?? ''),
  },
  audience: {
    breakdown: 'by-audience',
    label: 'Audience',
    valueOf: (row) => row.audience ?? '',
    nameOf: audienceName,
    unknown: audienceName(''),
    whereOf: (row) => isEqual('request_audience', row.audience ?? ''),
  },
  provider: {
    breakdown: 'by-cloudprovider',
    label: 'Provider',
    valueOf: (row) => row.cloud_provider_name ?? '',
    nameOf: asIs,
    unknown: 'No cloud provider',
    whereOf: (row) => isEqual('company_cloud_provider', row.cloud_provider_name ?? ''),
  },
  company: {
    breakdown: 'by-company',
    label: 'Company',
    valueOf: (row) => row.company_name ?? '',
    nameOf: asIs,
    unknown: 'Unknown company',
    whereOf: companyIs,
  },
  country: {
    breakdown: 'by-country',
    label: 'Country',
    valueOf: (row) => row.country ?? '',
    nameOf: countryName,
    unknown: 'Unknown country',
    whereOf: (row) => isEqual('request_origin_country', row.country ?? ''),
  },
  domain: {
    breakdown: 'by-domain',
    label: 'Domain',
    valueOf: (row) => row.request_domain ?? '',
    nameOf: asIs,
    unknown: 'Unknown domain',
    whereOf: (row) => isEqual('request_domain', row.request_domain ?? ''),
  },
  extension: {
    breakdown: 'by-file-extension',
    label: 'File extension',
    valueOf: (row) => row.file_extension ?? '',
    nameOf: (value) => `.${value}`,
    unknown: 'No file extension',
    whereOf: (row) => isEqual('request_file_extension', row.file_extension ?? ''),
  },
  importance: {
    breakdown: 'by-importance',
    label: 'Importance',
    valueOf: (row) => row.importance ?? '',
    nameOf: (value) => importanceLevels.find((level) => level.value === value)?.label ?? value,
    unknown: 'No importance',
    whereOf: (row) => `artifact_importance:${row.importance ?? ''}`,
  },
  stage: {
    breakdown: 'by-company-funnel-stage',
    label: 'Funnel stage',
    valueOf: (row) => row.company_funnel_stage ?? '',
    nameOf: (value) => (hasKey(stageLabels, value) ? stageLabels[value] : value),
    unknown: 'Unknown company',
    whereOf: ({ company_funnel_stage: stage = '' }) => (stage ? `company_funnelstage:${stage}` : companyIs({})),
  },
  endpoint: {
    breakdown: 'by-endpoint',
    label: 'Endpoint',
    valueOf: (row) => row.endpoint_id ?? '',
    nameOf: asIs,
    unknown: 'Unknown endpoint',
    whereOf: (row) => isEqual('request_endpoint_id', row.endpoint_id ?? ''),
  },
  origin: {
    breakdown: 'by-origin',
    label: 'Origin',
    valueOf: (row) => row.origin_id ?? '',
    nameOf: asIs,
    unknown: 'Unknown origin',
    whereOf: (row) => isEqual('request_origin_id', row.origin_id ?? ''),
  },
  agent: {
    breakdown: 'by-user-agent',
    label: 'User agent',
    valueOf: (row) => row.user_agent ?? '',
    nameOf: asIs,
    unknown: 'No user agent sent',
    whereOf: (row) => isEqual('request_user_agent', row.user_agent ?? ''),
  },
  version: {
    breakdown: 'by-version',
    label: 'Version',
    valueOf: (row) => row.version ?? '',
    nameOf: asIs,
    unknown: 'No version',
    whereOf: (row) => isEqual('request_version', row.version ?? ''),
  },
  variable: {
    breakdown: 'by-variable',
    label: 'Value',
    valueOf: (row) => row.value ?? '',
    nameOf: asIs,
    unknown: 'Empty',
    whereOf: (row) => isEqual(variableKey(row.variable ?? ''), row.value ?? ''),
  },
  referer: {
    breakdown: 'by-referer',
    label: 'Page',
    valueOf: (row) => row.referer ?? '',
    nameOf: asIs,
    unknown: 'No referer sent',
    whereOf: (row) => isEqual('request_referrer', row.referer ?? ''),
  },
} as const satisfies Record<string, ReportDimension>;

export function rowName(
  dimension: Pick<ReportDimension, 'valueOf' | 'nameOf' | 'unknown'>,
  row: AggregationRow,
): string {
  let value = dimension.valueOf(row);
  return value === '' ? dimension.unknown : cleanText(dimension.nameOf(value));
}

/** A secondary text of a row, and the rows that it counts. */
export interface RowDetail {
  text: string;
  rows: readonly AggregationRow[];
}

interface Around {
  links?: DrillDown;
  order?: SortOrder | undefined;
  /** By value. */
  details?: ReadonlyMap<string, RowDetail> | undefined;
}

/**
 * The highest rows, then unknown values and the remainder. The remainder has no unique count:
 * distinct counts do not add up.
 */
export function breakdownBars(
  rows: AggregationRow[],
  dimension: ReportDimension,
  total: number,
  { links, order, details }: Around = {},
): Bar[] {
  let shown = rows.map((row) => {
    let detail = details?.get(dimension.valueOf(row));
    return {
      name: rowName(dimension, row),
      code: dimension.label === reportDimensions.country.label ? dimension.valueOf(row) : '',
      to: links?.toRows([dimension.whereOf(row)]),
      detail: detail?.text ?? (row.company_domain && readableDomain(row.company_domain)),
      detailTo: detail && links?.toRows(detail.rows.map(dimension.whereOf)),
      value: row.total,
      inner: row.unique_origins ?? 0,
      isRest: dimension.valueOf(row) === '',
    };
  });
  let rest = restOf(rows, total);
  let ordered = [...shown.filter((one) => !one.isRest), ...shown.filter((one) => one.isRest)];
  let others = { name: 'All others', value: rest, isRest: true, to: linkToRest(rows.map(dimension.whereOf), links) };
  return bars(rest > 0 ? [...ordered, others] : ordered, total, order);
}

/** Link to the events of all other rows. */
export function linkToRest(rows: readonly string[], links: DrillDown | undefined): string | undefined {
  let none = isNone(rows);
  return none && links?.toRows(none);
}

/** The highest rows, then unknown values and the remainder. */
export function breakdownDonut(
  rows: AggregationRow[],
  dimension: ReportDimension,
  total: number,
  { links, order }: Around = {},
): DonutData {
  let parts: DonutPart[] = merged(rows, dimension).map(({ name, value, where }) => ({
    name,
    value,
    isRest: name === dimension.unknown,
    to: links?.toRows(where),
  }));
  let others = linkToRest(rows.map(dimension.whereOf), links);
  return donut([...parts, { name: 'All others', value: restOf(rows, total), isRest: true, to: others }], order);
}

/** Merges values with the same label, such as `darwin` and `macos`. */
function merged(rows: AggregationRow[], dimension: ReportDimension) {
  let byName = new Map<string, { name: string; value: number; where: string[] }>();
  for (let row of rows) {
    let name = rowName(dimension, row);
    let { value, where } = byName.get(name) ?? { value: 0, where: [] };
    byName.set(name, { name, value: value + row.total, where: [...where, dimension.whereOf(row)] });
  }
  return [...byName.values()].sort((a, b) => b.value - a.value);
}

function restOf(rows: AggregationRow[], total: number): number {
  return total - rows.reduce((sum, row) => sum + row.total, 0);
}
