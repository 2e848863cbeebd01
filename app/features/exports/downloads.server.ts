import type { AppLoadContext } from '@remix-run/node';
import type { AskedTime } from 'contract/analytics/asked-time';
import { eventsApi } from 'contract/analytics/events';
import { aggregationsApi } from 'contract/analytics/aggregations';
import type { Route } from 'contract/rules/route';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import type { DayRange } from 'contract/floor/days';
import { keysOf } from 'contract/floor/keys-of';
import { sendRoute } from '../../gateway/gateway-client.server';
import { botAudiencesToExclude } from '../../links/exclude-bots.server';
import { type DownloadQuery, sharedReportQuery } from '../../links/query-parameters';
import { zoneQuery } from '../../session/reader.server';

const kinds = {
  events: 'Events (CSV)',
  'package-events': 'Package events (Parquet)',
  'pixel-events': 'Pixel events (Parquet)',
  companies: 'Companies (CSV)',
  'company-packages': 'Companies by package (CSV)',
  'company-pixels': 'Companies by pixel (CSV)',
  counts: 'Counts per day (NDJSON)',
} as const;

type Kind = keyof typeof kinds;

export const kindOptions = keysOf(kinds).map((value) => ({ value, label: kinds[value] }));

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
  time: AskedTime;
  choice: DownloadChoice & { kind: Exclude<Kind, 'events'> };
}

const rollups = {
  companies: companyRollupsApi.exportCompanyRollup,
  'company-packages': companyRollupsApi.exportCompanyPackageRollup,
  'company-pixels': companyRollupsApi.exportCompanyPixelRollup,
};

/** Any kind but events as CSV; null if nothing is selected. Throws API errors. */
export async function kindFile({ context, token, owner, time, choice }: DownloadRequest): Promise<Response | null> {
  let params = { owner };
  let chosen = {
    filter_id: choice.filterId,
    exclude_audience: botAudiencesToExclude(choice.withoutNoise),
    ...time,
    ...zoneQuery(),
  };
  if (choice.kind === 'package-events' || choice.kind === 'pixel-events') {
    let source = eventSource(owner, choice);
    let query = { ...chosen, format: 'parquet' } as const;
    return source && sendRoute(context, { token }, source.route, { params: source.params, query });
  }
  let about = { ...chosen, package_id: choice.package, tracking_pixel_id: choice.pixel };
  if (choice.kind !== 'counts') return sendRoute(context, { token }, rollups[choice.kind], { params, query: about });
  let each = { rollup: 'daily', group_by_artifact: 'true', include_low_confidence: 'true' } as const;
  let query = { ...about, ...each };
  return sendRoute(context, { token }, aggregationsApi.exportEntityAggregations, { params, query });
}

/** A Parquet file cannot be appended to another, so each has one endpoint's events. */
function eventSource(
  owner: string,
  { kind, ...choice }: DownloadChoice,
): { route: Route; params: Record<string, string> } | null {
  let id = kind === 'package-events' ? choice.package : choice.pixel;
  if (id === 'none') return null;
  if (kind === 'package-events')
    return id === 'all'
      ? { route: eventsApi.exportEntityPackageEvents, params: { owner } }
      : { route: eventsApi.exportPackageEvents, params: { owner, package_id: id } };
  return id === 'all'
    ? { route: eventsApi.exportEntityTrackingPixelEvents, params: { owner } }
    : { route: eventsApi.exportTrackingPixelEvents, params: { owner, id } };
}

export function aggregatesFileName(owner: string, { from, to }: DayRange): string {
  return `counts-${owner.replace(/[^A-Za-z0-9-]+/g, '-')}-${from}-${to}.ndjson`;
}
