/** /packages/[owner]/[packageType]/[packageName]: the page of one package. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { typeNamed } from 'contract/packages/package-types/list';
import { AlertBell } from '../features/alerts/alert-bell';
import { BadgesCard } from '../features/badges/badges-card';
import { CountingNote } from '../features/counting/counting-note';
import { DomainsCard } from '../features/domains/domains-card';
import { packageHandle } from '../shell/breadcrumbs';
import { CommandCard, PackageFacts, PackagePixels } from '../features/packages/details';
import { MembersCard, NotificationsCard, RoutesCard } from '../features/packages/package-cards';
import { RegistryCountsFact } from '../features/packages/registry-counts';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import type { SharedReportQuery } from '../links/query-parameters';
import { requirePackage } from '../features/packages/require-package.server';
import { packageReport } from '../reports/package.server';
import { LinkButton } from '../ui/button';
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
  return packageReport(args, await requirePackage(args));
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
            kept={page.kept}
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
            range={page.range}
            kept={page.kept}
            features={page.features}
            versions={page.versions}
            fallbacks={page.fallbacks}
            ownCount={
              page.counts &&
              (mayChange || page.counts.isOn || page.counts.isAvailable) && (
                <RegistryCountsFact item={item} counts={page.counts} kept={page.kept} {...{ mayChange, isShared }} />
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
                    kept={page.kept}
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
              <PackagePixels
                {...{ item, isShared }}
                pixels={known}
                kept={page.kept}
                mayChange={mayChange && !isShared}
              />
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

interface ActionsProps {
  owner: string;
  id: string;
  type: string;
  name: string;
  mayChange: boolean;
  isShared: boolean;
  kept: SharedReportQuery;
  /** Where it is shared; null for those who may not. */
  share: string | null;
}

function PackageActions({ owner, id, type, name, mayChange, isShared, kept, share }: ActionsProps) {
  return (
    <>
      {!isShared && (
        <LinkButton to={paths.analytics(owner, { ...kept, package: id })} variant="outline">
          View analytics
        </LinkButton>
      )}
      <LinkButton to={paths.packageVersions(owner, type, name, kept)} variant="outline">
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
