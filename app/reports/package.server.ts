/** The page of one package: all its questions, and what its cards show. */
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
import { badgeSnippets } from '../features/badges/badges.server';
import { readCountingNote } from '../features/counting/counting-note.server';
import { defaultRange, rangeTitle } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { customIds, readDomainStatuses } from '../features/domains/statuses.server';
import { readArtifactFeatures } from '../features/granted-features.server';
import { installMethodsOf } from '../features/packages/install-methods.server';
import { readNotifications } from '../features/packages/notifications.server';
import { readDownloadCount } from '../features/packages/overview.server';
import { readRegistryCounts } from '../features/packages/registry-counts.server';
import { readHosting, readMembers, requirePackage } from '../features/packages/require-package.server';
import { publicHost } from '../gateway/gateway-addresses';
import type { Call } from '../gateway/gateway-client.server';
import { gatewayOrigin } from '../gateway/gateway-origin.server';
import { withOneLastEvent } from '../gateway/last-event.server';
import { secondary } from '../gateway/secondary.server';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { sharedReportQuery } from '../links/query-parameters';
import { mayChange } from '../session/roles.server';
import { packageCommand, testCommand } from '../text/package-command';
import { formatInteger } from '../ui/numbers';

type Found = Awaited<ReturnType<typeof requirePackage>>;

export async function packageReport(args: LoaderFunctionArgs, found: Found) {
  let { owner, item, params, role, isShared, username } = found;
  let { id, type, name } = item;
  let call = withOneLastEvent(found.call, owner, args.context);
  let query = new URL(args.request.url).searchParams;
  let kept = sharedReportQuery(query);
  let withoutNoise = kept.noise === 'hide';
  let { range } = await readReportRange({ call, owner, packages: [id] }, query);
  let { time, name: title } = range ?? defaultRange(Date.now());
  let numbers = { packages: [id], pixels: 'none' as const, withoutNoise, packageType: type, time };
  let change = mayChange(role);
  let parts = await promiseHash({
    hosting: secondary(readHosting(call, owner, item).then((hosting) => hostingOf(call, item, hosting))),
    pixels: secondary(call(pixelsApi.getPackageTrackingPixels, { params })),
    members: secondary(readMembers(call, params)),
    downloads: secondary(readDownloadCount(call, owner, numbers)),
    features: secondary(readArtifactFeatures(call, owner, id), []),
    versions: secondary(
      call(withdrawnVersionsApi.getWithdrawnVersions, { params }).then(({ results }) => results),
      [],
    ),
    fallbacks: secondary(
      call(fallbackTargetsApi.getFallbackTargets, { params }).then(({ targets }) => targets),
      [],
    ),
    counts: secondary(readRegistryCounts(call, params)),
    note: readCountingNote(call, owner, numbers, {
      to: (noise) => paths.package(owner, type, name, { ...kept, noise }),
    }),
    notifications: change ? secondary(readNotifications(call, item, username)) : Promise.resolve(null),
    badges: change ? secondary(call(badgesApi.getPackageBadges, { params })) : Promise.resolve(null),
    tried: tryAddress(call, found, query.get('try')),
  });
  return {
    ...parts,
    item,
    role,
    isShared,
    username,
    kept,
    range: rangeTitle(range) || title,
    badges: parts.badges && badgeSnippets(id, parts.badges.on, args.request.url),
    place: gatewayOrigin,
    mayChange: change,
    versions: countMarks(parts.versions),
    share: change && !isShared ? serverPaths.newShareLink(owner, { package: id, noise: kept.noise }) : null,
  };
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
