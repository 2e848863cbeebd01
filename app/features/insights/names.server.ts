/** What the values of a dimension are called on a page, and what stands for an unknown one. */
import type { AggregationRow, Breakdown } from 'contract/aggregations';
import { countryName } from '../../country-name.server';

export interface Dimension {
  breakdown: Breakdown;
  /** One value, `Country`. */
  label: string;
  /** The value of a row; empty when it is not known. */
  valueOf: (row: AggregationRow) => string;
  nameOf: (value: string) => string;
  /** What the empty value means. */
  unknown: string;
}

const platforms: Record<string, string> = {
  linux: 'Linux',
  darwin: 'macOS',
  macos: 'macOS',
  windows: 'Windows',
  ios: 'iOS',
  android: 'Android',
  freebsd: 'FreeBSD',
  openbsd: 'OpenBSD',
  sunos: 'SunOS',
  aix: 'AIX',
  unknownplatform: 'Unknown platform',
  allplatforms: 'All platforms',
};

function asIs(value: string): string {
  return value;
}

export const dimensions = {
  platform: {
    breakdown: 'by-platform',
    label: 'Platform',
    valueOf: (row) => row.platform ?? '',
    nameOf: (value) => platforms[value.toLowerCase()] ?? value,
    unknown: 'Unknown platform',
  },
  client: {
    breakdown: 'by-client',
    label: 'Client',
    valueOf: (row) => row.client ?? '',
    nameOf: asIs,
    unknown: 'Unknown client',
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

/** The name a row goes by. */
export function nameOfRow(dimension: Dimension, row: AggregationRow): string {
  let value = dimension.valueOf(row);
  return value === '' ? dimension.unknown : dimension.nameOf(value);
}
