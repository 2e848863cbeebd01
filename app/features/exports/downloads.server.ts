import type { AppLoadContext } from '@remix-run/node';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import { addDays, type DayRange } from '../../charts/date-buckets.server';
import { sendRoute } from '../../gateway/gateway-client.server';
import { botAudiencesToExclude } from '../../links/exclude-bots.server';
import { type DownloadQuery, sharedReportQuery } from '../../links/query-parameters';
import { zoneQuery } from '../../session/reader.server';

const kinds = {
  events: 'Events (CSV)',
  companies: 'Companies (CSV)',
  'company-packages': 'Companies by package (CSV)',
  'company-pixels': 'Companies by pixel (CSV)',
  counts: 'Counts per day (NDJSON)',
} as const;

type Kind = keyof typeof kinds;

export const kindOptions = Object.entries(kinds).map(([value, label]) => ({ value: value as Kind, label }));

export interface DownloadChoice {
  kind: Kind;
  package: string;
  pixel: string;
  filterId: string;
  withoutNoise: boolean;
}

/** Ignores an invalid kind. Default: all packages and pixels. */
export function readDownload(query: URLSearchParams): DownloadChoice {
  return {
    kind: kindOptions.find(({ value }) => value === query.get('kind'))?.value ?? 'events',
    package: query.get('package') || 'all',
    pixel: query.get('pixel') || 'all',
    filterId: query.get('filter_id') ?? '',
    withoutNoise: sharedReportQuery(query).noise === 'hide',
  };
}

export function downloadQuery(choice: DownloadChoice): DownloadQuery {
  let named = (value: string) => (value === 'all' ? '' : value);
  return {
    kind: choice.kind === 'events' ? '' : choice.kind,
    package: named(choice.package),
    pixel: named(choice.pixel),
    filter_id: choice.filterId,
    noise: choice.withoutNoise ? 'hide' : '',
  };
}

interface DownloadRequest {
  context: AppLoadContext;
  token: string;
  owner: string;
  days: DayRange;
  choice: DownloadChoice & { kind: Exclude<Kind, 'events'> };
}

const rollups = {
  companies: companyRollupsApi.exportCompanyRollup,
  'company-packages': companyRollupsApi.exportCompanyPackageRollup,
  'company-pixels': companyRollupsApi.exportCompanyPixelRollup,
};

/** Any kind but events. Throws API errors. */
export async function aggregatesFile({ context, token, owner, days, choice }: DownloadRequest): Promise<Response> {
  let params = { owner };
  let about = {
    package_id: choice.package,
    tracking_pixel_id: choice.pixel,
    filter_id: choice.filterId,
    exclude_audience: botAudiencesToExclude(choice.withoutNoise),
    start_date: days.from,
    ...zoneQuery(),
  };
  if (choice.kind !== 'counts')
    return sendRoute(context, { token }, rollups[choice.kind], { params, query: { ...about, end_date: days.to } });
  // `end_date` is exclusive.
  let each = { rollup: 'daily', group_by_artifact: 'true', include_low_confidence: 'true' } as const;
  let query = { ...about, end_date: addDays(days.to, 1), ...each };
  return sendRoute(context, { token }, aggregationsApi.exportEntityAggregations, { params, query });
}

export function aggregatesFileName(owner: string, { from, to }: DayRange): string {
  return `counts-${owner.replace(/[^A-Za-z0-9-]+/g, '-')}-${from}-${to}.ndjson`;
}
