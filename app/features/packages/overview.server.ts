/** An owner's packages, with commands and downloads of the last 30 days. */
import { aggregationsApi } from 'contract/analytics/aggregations';
import { anyCase, composed } from 'contract/shared/any-case';
import * as limits from 'contract/limits';
import { packagesApi, PackageTypeName } from 'contract/packages/packages';
import { permissionsApi, type SharedPackage } from 'contract/organizations/permissions';
import type { AnswerOf } from 'contract/route';
import { publicHost } from '../../gateway/gateway-addresses';
import { packageCommand } from '../../text/package-command';
import type { Call } from '../../gateway/gateway-client.server';
import { gatewayOrigin } from '../../gateway/gateway-origin.server';
import { botAudiencesToExclude } from '../../links/exclude-bots.server';
import { isSameOwner, sharedReportQuery } from '../../links/paths';
import type { SignedIn } from '../../session/guards.server';
import { pageNumber } from '../../ui/pager';

const packagesPerPage = 50;

export interface OverviewFilter {
  types: PackageTypeName[];
  q: string;
  page: number;
  withoutNoise: boolean;
}

type Listed = AnswerOf<typeof packagesApi.getPackagesOverview>['results'][number];

/** Ignores invalid values. */
export function readFilter(url: URL): OverviewFilter {
  return {
    types: PackageTypeName.options.filter((type) => url.searchParams.getAll('type').includes(type)),
    q: (url.searchParams.get('q') ?? '').trim().slice(0, limits.artifactNameMax),
    page: pageNumber(url),
    withoutNoise: sharedReportQuery(url.searchParams).noise === 'hide',
  };
}

/** `total`: number of matches. */
export async function readOverview(call: Call, owner: string, filter: OverviewFilter) {
  let { listed, total } = filter.q ? await searched(call, owner, filter) : await paged(call, owner, filter);
  let downloads = await readDownloadCounts(
    call,
    owner,
    listed.map((l) => l.package.id),
    filter.withoutNoise,
  );
  return {
    total,
    page: filter.page,
    pages: Math.ceil(total / packagesPerPage),
    cards: listed.map((l) => cardOf(l, downloads)),
  };
}

export type OverviewCard = ReturnType<typeof cardOf>;

function cardOf({ package: item, domains, routes }: Listed, downloads: ReadonlyMap<string, number>) {
  return {
    id: item.id,
    name: item.name,
    owner: item.owner,
    type: item.type,
    backendRegistry: item.backend_registry,
    host: publicHost(gatewayOrigin, item, domains),
    command: packageCommand(gatewayOrigin, item, domains, routes),
    downloads: downloads.get(item.id) ?? 0,
  };
}

async function paged(call: Call, owner: string, { types, page }: OverviewFilter) {
  let answer = await call(packagesApi.getPackagesOverview, {
    params: { owner },
    query: { type: types, per_page: packagesPerPage, page },
  });
  return { listed: answer.results, total: answer.total };
}

/** The gateway cannot search by name, so all packages are read and searched here. */
async function searched(call: Call, owner: string, { types, q, page }: OverviewFilter) {
  let answer = await call(packagesApi.getPackagesOverview, {
    params: { owner },
    query: { type: types, per_page: 'max' },
  });
  let isNamed = anyCase('contains', [q]);
  let found = answer.results.filter((l) => isNamed(composed(l.package.name)));
  return { listed: found.slice((page - 1) * packagesPerPage, page * packagesPerPage), total: found.length };
}

/** By package id. */
export async function readDownloadCounts(
  call: Call,
  owner: string,
  ids: string[],
  withoutNoise: boolean,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  let rows = await call(aggregationsApi.exportEntityAggregations, {
    params: { owner },
    query: {
      package_id: ids,
      tracking_pixel_id: 'none',
      group_by_artifact: 'true',
      rollup: 'total',
      include_low_confidence: 'true',
      exclude_audience: botAudiencesToExclude(withoutNoise),
    },
  });
  return new Map(rows.map((row) => [row.artifact ?? '', row.total]));
}

/** All shared packages on the person's own list; only those of `owner` on another's. */
export async function readShared({ call, username }: SignedIn, owner: string): Promise<SharedPackage[]> {
  let { results } = await call(permissionsApi.getSharedPackages, { params: { username } });
  let isOwn = isSameOwner(owner, username);
  return isOwn ? results : results.filter((item) => isSameOwner(item.owner, owner));
}

/** For an owner who only shares single packages with the person. */
export function sharedOnlyOverview(filter: OverviewFilter) {
  return { total: 0, page: filter.page, pages: 0, cards: [] as OverviewCard[] };
}
