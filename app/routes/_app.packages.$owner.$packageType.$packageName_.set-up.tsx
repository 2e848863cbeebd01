/** …/set-up: how downloads reach a package: its command, routes, domains, pixels and badges. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { typeNamed } from 'contract/packages/package-types/list';
import type { Package } from 'contract/packages/packages';
import type { BadgeSnippet } from '../features/badges/badges.server';
import { DomainsCard } from '../features/domains/domains-card';
import { CommandCard, PackagePixels } from '../features/packages/details';
import { RoutesCard, SourcesCard } from '../features/packages/package-cards';
import { PackageHead } from '../shell/artifact-head';
import { RegistryCountsFact } from '../features/packages/registry-counts';
import { requirePackage } from '../features/packages/require-package.server';
import { paths } from '../links/paths';
import { packageSetup } from '../reports/package-settings.server';
import { packageHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { Facts } from '../ui/description-list';
import { Part } from '../ui/part';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Set up ${params.packageName}`,
  description: 'One package: its command, routes, domains, pixels and badges.',
}));
export const handle = packageHandle('Set-up');

export async function loader(args: LoaderFunctionArgs) {
  return packageSetup(args, await requirePackage(args));
}

export default function PackageSetupPage() {
  let { item, kept, mayChange, isShared, hosting, pixels, badges, fallbacks, counts, place, tried } =
    useLoaderData<typeof loader>();
  let { owner, type, name } = item;
  return (
    <Stack>
      <PackageHead item={item} kept={kept} />
      <Part title="Command" of={hosting}>
        {(known) => <CommandCard {...known} />}
      </Part>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Part title="Domains" of={hosting}>
            {({ domains, statuses, routes, host }) => (
              <>
                {typeNamed(type).hasRoutes && <RoutesCard {...{ item, routes, place, host, mayChange, tried, kept }} />}
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
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <SourcesCard
            item={item}
            fallbacks={fallbacks}
            mayChange={mayChange}
            ownCount={
              counts &&
              (mayChange || counts.isOn || counts.isAvailable) && (
                <RegistryCountsFact {...{ item, counts, kept, mayChange, isShared }} />
              )
            }
          />
          <Part title="Pixels" of={pixels}>
            {(known) => (
              <PackagePixels {...{ item, isShared, kept }} pixels={known} mayChange={mayChange && !isShared} />
            )}
          </Part>
          {badges !== null && (
            <Part title="Badges" of={badges}>
              {(known) => <BadgesCard item={item} badges={known} />}
            </Part>
          )}
        </div>
      </div>
      <p className="text-sm">
        <Link to={paths.dataCollection(owner)} className="text-accent underline">
          Privacy notice for your README
        </Link>
      </p>
    </Stack>
  );
}

interface BadgesCardProps {
  item: Pick<Package, 'owner' | 'type' | 'name'>;
  badges: readonly BadgeSnippet[];
}

/** Without its form, whose library this page does not load. */
function BadgesCard({ item, badges }: BadgesCardProps) {
  let on = badges.filter(({ isOn }) => isOn);
  return (
    <Card
      title="Badges"
      description="Public download badges for your README."
      actions={
        <LinkButton to={paths.packageBadges(item.owner, item.type, item.name)} variant="outline" size="sm">
          {on.length > 0 ? 'Change' : 'Set up'}
          <span className="sr-only"> badges</span>
        </LinkButton>
      }
    >
      <Facts facts={[{ label: 'Public', value: on.map(({ label }) => label).join(', ') || 'None' }]} />
    </Card>
  );
}
