/** The pages of one package beside its overview: all their questions, and what their cards show. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { badgesApi } from 'contract/analytics/badges';
import { urlMax } from 'contract/floor/limits';
import { fallbackTargetsApi } from 'contract/packages/fallback-targets';
import { packageRoutesApi } from 'contract/packages/package-routes';
import { typeNamed } from 'contract/packages/package-types/list';
import type { Package } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { withdrawnVersionsApi, type WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import { promiseHash } from 'remix-utils/promise';
import { drillDownLink } from '../charts/drill-down.server';
import { companiesOf, selectionOfOne } from '../features/analytics/artifact-report.server';
import { badgeSnippets } from '../features/badges/badges.server';
import { readCountingNote } from '../features/counting/counting-note.server';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { customIds, readDomainStatuses } from '../features/domains/statuses.server';
import { readActiveFilters } from '../features/filters/filters.server';
import { readArtifactFeatures } from '../features/granted-features.server';
import { installMethodsOf } from '../features/packages/install-methods.server';
import { readNotifications } from '../features/packages/notifications.server';
import { readRegistryCounts } from '../features/packages/registry-counts.server';
import { readHosting, readMembers, requirePackage } from '../features/packages/require-package.server';
import { publicHost } from '../gateway/gateway-addresses';
import type { Call } from '../gateway/gateway-client.server';
import { gatewayOrigin } from '../gateway/gateway-origin.server';
import { withOneLastEvent } from '../gateway/last-event.server';
import { secondary } from '../gateway/secondary.server';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { type ReportQuery, sharedReportQuery } from '../links/query-parameters';
import { parseReportQuery } from '../links/report-query.server';
import { mayChange } from '../session/roles.server';
import { packageCommand, testCommand } from '../text/package-command';
import { formatInteger } from '../ui/numbers';

type Found = Awaited<ReturnType<typeof requirePackage>>;

/** Whose page it is, for its head and tabs. */
function headOf({ item, isShared, role }: Found, query: URLSearchParams) {
  return { item, isShared, mayChange: mayChange(role), kept: sharedReportQuery(query) };
}

/** How downloads reach the package: its command, addresses, pixels and badges. */
export async function packageSetup(args: LoaderFunctionArgs, found: Found) {
  let { owner, item, params, call } = found;
  let query = new URL(args.request.url).searchParams;
  let head = headOf(found, query);
  let parts = await promiseHash({
    hosting: secondary(readHosting(call, owner, item).then((hosting) => hostingOf(call, item, hosting))),
    pixels: secondary(call(pixelsApi.getPackageTrackingPixels, { params })),
    fallbacks: secondary(call(fallbackTargetsApi.getFallbackTargets, { params }).then(({ targets }) => targets)),
    counts: secondary(readRegistryCounts(call, params)),
    badges: head.mayChange ? secondary(call(badgesApi.getPackageBadges, { params })) : Promise.resolve(null),
    tried: tryAddress(call, found, query.get('try')),
  });
  return {
    ...parts,
    ...head,
    badges: parts.badges && badgeSnippets(item.id, parts.badges.on, args.request.url),
    place: gatewayOrigin,
  };
}

/** What it is, who may see it, and its notifications. */
export async function packageSettings(args: LoaderFunctionArgs, found: Found) {
  let { owner, item, params, call, role, username } = found;
  let head = headOf(found, new URL(args.request.url).searchParams);
  let parts = await promiseHash({
    members: secondary(readMembers(call, params)),
    features: secondary(readArtifactFeatures(call, owner, item.id), []),
    versions: secondary(
      call(withdrawnVersionsApi.getWithdrawnVersions, { params }).then(({ results }) => results),
      [],
    ),
    notifications: head.mayChange ? secondary(readNotifications(call, item, username)) : Promise.resolve(null),
  });
  return { ...parts, ...head, role, username, versions: countMarks(parts.versions) };
}

type PackagePath = (owner: string, type: string, name: string, report: ReportQuery) => string;

/** Range, filter and tools of a page about the numbers of one package. */
export async function packageNumbers(found: Found, { request, context }: LoaderFunctionArgs, path: PackagePath) {
  let { owner, item, isShared } = found;
  let call = withOneLastEvent(found.call, owner, context);
  let url = new URL(request.url);
  let { fields, range } = await readReportRange({ call, owner, packages: [item.id] }, url.searchParams);
  let asked = parseReportQuery(url.searchParams);
  let links = { ...rangeQuery(fields), ...asked };
  let to = (change: ReportQuery & { page?: string }) => path(owner, item.type, item.name, { ...links, ...change });
  let filters = await readActiveFilters({ ...found, call }, url.searchParams, to, { isShared, packageId: item.id });
  let { filter_id: filterId, where, noise } = asked;
  let action = path(owner, item.type, item.name, {});
  return {
    call,
    url,
    links,
    to,
    selection: { ...selectionOfOne(item), filterId, where, withoutNoise: noise === 'hide' },
    /** Null without numbers to show. */
    range: filters.isUnknown ? null : range,
    page: {
      ...headOf(found, url.searchParams),
      filters,
      tools: { ...noTools, action, kept: asked, fields, steps: rangeSteps(fields, to), package: item.id },
    },
  };
}

/** What an overview has and these pages do not. */
const noTools = { withStep: false, withCompare: false, packages: [], share: null, files: null };

/** The companies that downloaded it, the most active first. */
export async function packageCompanies(args: LoaderFunctionArgs, found: Found) {
  let { owner, item, isShared } = found;
  let { call, url, links, to, selection, range, page } = await packageNumbers(found, args, paths.packageCompanies);
  if (!range) return { ...page, companies: null, counted: null };
  let report = { ...links, package: item.id };
  let [companies, counted] = await Promise.all([
    secondary(
      companiesOf(call, owner, range, {
        selection,
        links: {
          toRows: drillDownLink(selection.where, (texts) => to({ where: texts })),
          toCompany: (company) => (isShared ? '' : paths.company(owner, company, report)),
          toDays: () => '',
        },
        tables: {
          page: url.pathname + url.search,
          file: (chart) => (isShared ? '' : serverPaths.analyticsOverTime(owner, report, chart)),
        },
      }),
    ),
    readCountingNote(call, owner, { ...selection, time: range.time }, { to: (noise) => to({ noise }) }),
  ]);
  return { ...page, companies, counted };
}

/** Where a package is served, and the commands for it. */
async function hostingOf(call: Call, item: Package, { domains, routes }: Awaited<ReturnType<typeof readHosting>>) {
  return {
    domains,
    statuses: await readDomainStatuses(call, item.owner, customIds(domains)),
    routes,
    host: publicHost(gatewayOrigin, item, domains),
    command: packageCommand(gatewayOrigin, item, domains, routes),
    ways: installMethodsOf(item, domains),
    tryLine: testCommand(gatewayOrigin, item, domains, routes),
  };
}

/** Which route a typed address belongs to; null without one. */
async function tryAddress(call: Call, { item, params }: Found, typed: string | null) {
  let address = typed?.slice(0, urlMax);
  if (!address || !typeNamed(item.type).hasRoutes) return null;
  return { address, ...(await call(packageRoutesApi.matchPackageRoute, { params, query: { address } })) };
}

/** Such as "2 withdrawn, 1 deprecated". */
function countMarks(marked: readonly WithdrawnVersion[]): string {
  let served = marked.filter(({ is_served }) => is_served).length;
  let counts = [
    { count: marked.length - served, word: 'withdrawn' },
    { count: served, word: 'deprecated' },
  ];
  return counts.flatMap(({ count, word }) => (count > 0 ? `${formatInteger(count)} ${word}` : [])).join(', ');
}
