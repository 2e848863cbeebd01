/** /packages/[owner]/[packageType]/[packageName]: everything about one package. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getPackageTrackingPixels } from 'contract/pixels';
import { DomainsCard } from '../features/domains/domains-card';
import { readStatuses } from '../features/domains/statuses.server';
import { packageHandle } from '../features/packages/crumbs';
import { CommandCard, PackageFacts, PackagePixels } from '../features/packages/details';
import { findPackage, readHosting } from '../features/packages/find.server';
import { RoutesCard } from '../features/packages/routes-card';
import { packageCommand, publicHost, tryPackage } from '../gateway-addresses';
import { gatewayPlace } from '../gateway-place.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { mayChange, ownerRole } from '../roles.server';
import { requireOwner } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { PackageIcon } from '../ui/package-icon';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({ title: params.packageName ?? 'Package' }));
export const handle = packageHandle();

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner } = signedIn;
  let item = await findPackage(call, owner, args.params);
  let [{ domains, routes }, pixels, role] = await Promise.all([
    readHosting(call, owner, item),
    call(getPackageTrackingPixels, { params: { owner, package_id: item.id } }),
    ownerRole(signedIn, owner),
  ]);
  return {
    item,
    domains,
    statuses: await readStatuses(call, owner, domains),
    routes,
    pixels,
    place: gatewayPlace,
    host: publicHost(gatewayPlace, item, domains),
    command: packageCommand(gatewayPlace, item, domains, routes),
    tryLine: tryPackage(gatewayPlace, item, domains, routes),
    mayChange: mayChange(role),
  };
}

export default function PackagePage() {
  let { item, domains, statuses, routes, pixels, place, host, command, tryLine, mayChange } =
    useLoaderData<typeof loader>();
  let { owner, type, name } = item;
  return (
    <Stack>
      <PageTitle
        title={
          <span className="flex items-center gap-2">
            <PackageIcon type={type} />
            <span className="min-w-0 break-all">{name}</span>
          </span>
        }
        description={item.short_description}
        actions={<PackageActions owner={owner} id={item.id} type={type} name={name} mayChange={mayChange} />}
      />
      <CommandCard command={command} tryLine={tryLine} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <PackageFacts item={item} />
        <div className="flex min-w-0 flex-col gap-5">
          {type === 'file' && (
            <RoutesCard item={item} routes={routes} place={place} host={host} mayChange={mayChange} />
          )}
          <DomainsCard
            owner={owner}
            domains={domains}
            statuses={statuses}
            addTo={mayChange ? paths.packageDomains(owner, type, name) : undefined}
            removeAt={(domain) => (domains.length > 1 ? paths.packageDomainDelete(owner, type, name, domain.id) : null)}
          />
          <PackagePixels item={item} pixels={pixels} mayChange={mayChange} />
        </div>
      </div>
    </Stack>
  );
}

interface ActionsProps {
  owner: string;
  id: string;
  type: string;
  name: string;
  mayChange: boolean;
}

function PackageActions({ owner, id, type, name, mayChange }: ActionsProps) {
  return (
    <>
      <LinkButton to={paths.analytics(owner, { package: id })} variant="outline">
        View analytics
      </LinkButton>
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
