/** /packages/[owner]/[packageType]/[packageName]: the page of one package. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { badgesApi } from 'contract/analytics/badges';
import { promiseHash } from 'remix-utils/promise';
import { urlMax } from 'contract/limits';
import { fallbackTargetsApi } from 'contract/packages/fallback-targets';
import { packageRoutesApi } from 'contract/packages/package-routes';
import { pixelsApi } from 'contract/packages/pixels';
import { withdrawnVersionsApi, type WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import type { Package } from 'contract/packages/packages';
import { typeNamed } from 'contract/packages/package-types/list';
import { AlertBell } from '../features/alerts/alert-bell';
import { BadgesCard } from '../features/badges/badges-card';
import { badgeSnippets } from '../features/badges/badges.server';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { readArtifactFeatures } from '../features/granted-features.server';
import { DomainsCard } from '../features/domains/domains-card';
import { customIds, readDomainStatuses } from '../features/domains/statuses.server';
import { packageHandle } from '../shell/breadcrumbs';
import { CommandCard, PackageFacts, PackagePixels } from '../features/packages/details';
import { readHosting, readMembers, requirePackage } from '../features/packages/require-package.server';
import { MembersCard, NotificationsCard, RoutesCard } from '../features/packages/package-cards';
import { readNotifications } from '../features/packages/notifications.server';
import { readDownloadCounts } from '../features/packages/overview.server';
import { RegistryCountsFact } from '../features/packages/registry-counts';
import { readRegistryCounts } from '../features/packages/registry-counts.server';
import { installMethodsOf } from '../features/packages/install-methods.server';
import type { Call } from '../gateway/gateway-client.server';
import { publicHost } from '../gateway/gateway-addresses';
import { packageCommand, testCommand } from '../text/package-command';
import { gatewayOrigin } from '../gateway/gateway-origin.server';
import { withOneLastEvent } from '../gateway/last-event.server';
import { secondary } from '../gateway/secondary.server';
import { pageMeta } from '../shell/meta';
import { sharedReportQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { mayChange } from '../session/roles.server';
import { LinkButton } from '../ui/button';
import { formatInteger } from '../ui/numbers';
import { PackageIcon } from '../ui/package-icon';
import { PageTitle } from '../ui/page-title';
import { Part } from '../ui/part';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: params.packageName ?? 'Package',
  description: 'One package: its command, routes, domains, members and pixels.',
}));
export const handle = packageHandle();

export async function loader(args: LoaderFunctionArgs) {
  let { call: ask, owner, item, params, role, isShared, username } = await requirePackage(args);
  let call = withOneLastEvent(ask, owner, args.context);
  let noise = sharedReportQuery(new URL(args.request.url).searchParams).noise ?? '';
  let withoutNoise = noise === 'hide';
  let { hosting, pixels, members, downloads, features, versions, fallbacks, counts, note } = await promiseHash({
    hosting: secondary(readHosting(call, owner, item)),
    pixels: secondary(call(pixelsApi.getPackageTrackingPixels, { params })),
    members: secondary(readMembers(call, params)),
    downloads: secondary(readDownloadCounts(call, owner, [item.id], withoutNoise)),
    features: secondary(readArtifactFeatures(call, owner, item.id), []),
    versions: secondary(call(withdrawnVersionsApi.getWithdrawnVersions, { params })),
    fallbacks: secondary(call(fallbackTargetsApi.getFallbackTargets, { params })),
    counts: secondary(readRegistryCounts(call, params)),
    note: readCountingNote(
      call,
      owner,
      { packages: [item.id], pixels: 'none', withoutNoise, packageType: item.type },
      { to: (value) => paths.package(owner, item.type, item.name, { noise: value }) },
    ),
  });
  let [notifications, badges] = mayChange(role)
    ? await Promise.all([
        secondary(readNotifications(call, item, username)),
        secondary(call(badgesApi.getPackageBadges, { params })),
      ])
    : [null, null];
  let address = new URL(args.request.url).searchParams.get('try')?.slice(0, urlMax);
  let tried =
    address && typeNamed(item.type).hasRoutes
      ? { address, ...(await call(packageRoutesApi.matchPackageRoute, { params, query: { address } })) }
      : null;
  return {
    item,
    notifications,
    badges: badges && badgeSnippets(item.id, badges.on, args.request.url),
    hosting: hosting && (await hostingOf(call, item, hosting)),
    tried,
    pixels,
    place: gatewayOrigin,
    mayChange: mayChange(role),
    role,
    isShared,
    username,
    members,
    downloads: downloads && (downloads.get(item.id) ?? 0),
    features,
    versions: countMarks(versions?.results ?? []),
    fallbacks: fallbacks?.targets ?? [],
    counts,
    note,
    noise,
    share: mayChange(role) && !isShared ? serverPaths.newShareLink(owner, { package: item.id, noise }) : null,
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

export default function PackagePage() {
  let page = useLoaderData<typeof loader>();
  let { item, notifications, hosting, pixels, place, mayChange, isShared, members } = page;
  let { owner, type, name } = item;
  return (
    <Stack>
      <PageTitle
        title={
          <span className="flex items-center gap-2">
            <PackageIcon type={type} />
            <span translate="no" className="min-w-0 wrap-anywhere">
              {name}
            </span>
          </span>
        }
        description={item.short_description}
        actions={
          <PackageActions
            owner={owner}
            id={item.id}
            type={type}
            name={name}
            mayChange={mayChange}
            isShared={isShared}
            noise={page.noise}
            share={page.share}
          />
        }
      />
      <Part title="Command" of={hosting}>
        {(known) => <CommandCard {...known} />}
      </Part>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <PackageFacts
            item={item}
            downloads={page.downloads}
            features={page.features}
            versions={page.versions}
            fallbacks={page.fallbacks}
            ownCount={
              page.counts &&
              (mayChange || page.counts.isOn || page.counts.isAvailable) && (
                <RegistryCountsFact item={item} counts={page.counts} {...{ mayChange, isShared }} />
              )
            }
            mayChange={mayChange}
            note={page.note && <CountingNote note={page.note} />}
          />
          {notifications !== null && (
            <Part title="Notifications" of={notifications}>
              {(known) => <NotificationsCard item={item} {...known} />}
            </Part>
          )}
          {page.badges !== null && (
            <Part title="Badges" of={page.badges}>
              {(badges) => <BadgesCard item={item} badges={badges} />}
            </Part>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Part title="Domains" of={hosting}>
            {({ domains, statuses, routes, host }) => (
              <>
                {typeNamed(type).hasRoutes && (
                  <RoutesCard
                    item={item}
                    routes={routes}
                    place={place}
                    host={host}
                    mayChange={mayChange}
                    tried={page.tried}
                    noise={page.noise}
                  />
                )}
                <DomainsCard
                  owner={owner}
                  domains={domains}
                  statuses={statuses}
                  addTo={mayChange ? paths.packageDomains(owner, type, name) : undefined}
                  removeAt={(domain) =>
                    domains.length > 1 ? paths.packageDomainDelete(owner, type, name, domain.id) : null
                  }
                />
              </>
            )}
          </Part>
          {members !== null && (
            <Part title="Members" of={members}>
              {(known) => <MembersCard item={item} members={known} by={page.role} username={page.username} />}
            </Part>
          )}
          <Part title="Pixels" of={pixels}>
            {(known) => (
              <PackagePixels item={item} pixels={known} mayChange={mayChange && !isShared} isShared={isShared} />
            )}
          </Part>
        </div>
      </div>
      <p className="text-sm text-muted">
        Tell your users:{' '}
        <Link to={paths.dataCollection(owner)} className="text-accent underline">
          what downloads record and how to opt out
        </Link>
        {isShared ? '.' : ', with a text for the README.'}
      </p>
    </Stack>
  );
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

interface ActionsProps {
  owner: string;
  id: string;
  type: string;
  name: string;
  mayChange: boolean;
  isShared: boolean;
  noise: string;
  /** Where it is shared; null for those who may not. */
  share: string | null;
}

function PackageActions({ owner, id, type, name, mayChange, isShared, noise, share }: ActionsProps) {
  return (
    <>
      {!isShared && (
        <LinkButton to={paths.analytics(owner, { package: id, noise })} variant="outline">
          View analytics
        </LinkButton>
      )}
      <LinkButton to={paths.packageVersions(owner, type, name)} variant="outline">
        Versions
      </LinkButton>
      {share && <AlertBell owner={owner} packageId={id} />}
      {share && (
        <LinkButton to={share} variant="outline">
          Share
        </LinkButton>
      )}
      {mayChange && (
        <>
          <LinkButton to={paths.packageEdit(owner, type, name)} variant="outline">
            Edit
          </LinkButton>
          <LinkButton to={paths.packageDelete(owner, type, name)} variant="danger-outline">
            Delete
          </LinkButton>
        </>
      )}
    </>
  );
}
