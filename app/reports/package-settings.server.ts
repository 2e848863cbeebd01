/** The set-up and settings of one package: all their questions, and what their cards show. */
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
import { customIds, readDomainStatuses } from '../features/domains/statuses.server';
import { readArtifactFeatures } from '../features/granted-features.server';
import { installMethodsOf } from '../features/packages/install-methods.server';
import { readNotifications } from '../features/packages/notifications.server';
import { readRegistryCounts } from '../features/packages/registry-counts.server';
import { readHosting, readMembers } from '../features/packages/require-package.server';
import { publicHost } from '../gateway/gateway-addresses';
import type { Call } from '../gateway/gateway-client.server';
import { gatewayOrigin } from '../gateway/gateway-origin.server';
import { secondary } from '../gateway/secondary.server';
import { packageCommand, testCommand } from '../text/package-command';
import { formatInteger } from '../ui/numbers';
import { type Found, headOf } from './package.server';

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
