/** /new-package/[owner]/[packageId]/created: next steps for a new package. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { packagesApi } from 'contract/packages/packages';
import { FirstEventWatch } from '../features/live/first-event';
import { readFirstEvent } from '../features/live/first-event.server';
import { CreatedPackage } from '../features/packages/created-package';
import { readRegistryCounts } from '../features/packages/registry-counts.server';
import { readHosting } from '../features/packages/require-package.server';
import { defaultHost } from '../gateway/gateway-addresses';
import { packageCommand, testCommand } from '../text/package-command';
import { gatewayOrigin } from '../gateway/gateway-origin.server';
import { secondary } from '../gateway/secondary.server';
import { importsOf } from '../reports/welcome.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Package created',
  description: 'Your new package with the command to hand out.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params }) => [
    { label: 'Packages', to: paths.packages(params.owner ?? '') },
    { label: 'Package created' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, username } = await requireOwner(args);
  let item = await call(packagesApi.getPackageById, { params: { owner, package_id: args.params.packageId ?? '' } });
  let host = defaultHost(gatewayOrigin, item.owner, item.type);
  let waiting = {
    host,
    url: new URL(args.request.url),
    thing: 'download' as const,
    about: { package_id: [item.id], tracking_pixel_id: ['none'] },
    createdAt: item.created_at,
    now: Date.now(),
  };
  let [{ domains, routes }, arrival, counts] = await Promise.all([
    readHosting(call, owner, item),
    readFirstEvent(call, item.owner, waiting),
    secondary(readRegistryCounts(call, { owner, package_id: item.id })),
  ]);
  return {
    item,
    arrival,
    command: packageCommand(gatewayOrigin, item, domains, routes),
    tryLine: testCommand(gatewayOrigin, item, domains, routes),
    unverified: domains.find((domain) => !domain.is_verified)?.name,
    counts,
    imports: importsOf({ owner, username }),
    defaultHost: host,
  };
}

export default function PackageCreatedPage() {
  let { arrival, ...created } = useLoaderData<typeof loader>();
  let { owner, id } = created.item;
  return (
    <Stack narrow>
      <PageTitle title={named`${created.item.name} is ready`} />
      <CreatedPackage
        {...created}
        arrival={arrival && <FirstEventWatch {...arrival} report={paths.analytics(owner, { package: id })} />}
      />
    </Stack>
  );
}
