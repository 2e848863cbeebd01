/** /new-package/[owner]/[packageId]/created: next steps for a new package. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getPackageById } from 'contract/packages';
import { CreatedPackage } from '../features/packages/created';
import { readHosting } from '../features/packages/require-package.server';
import { defaultHost, tryPackage } from '../gateway-addresses';
import { packageCommand } from '../package-command';
import { gatewayPlace } from '../gateway-place.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page';
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
  let { call, owner } = await requireOwner(args);
  let item = await call(getPackageById, { params: { owner, package_id: args.params.packageId ?? '' } });
  let { domains, routes } = await readHosting(call, owner, item);
  return {
    item,
    command: packageCommand(gatewayPlace, item, domains, routes),
    tryLine: tryPackage(gatewayPlace, item, domains, routes),
    unverified: domains.find((domain) => !domain.is_verified)?.name,
    defaultHost: defaultHost(gatewayPlace, item.owner, item.type),
  };
}

export default function PackageCreatedPage() {
  let created = useLoaderData<typeof loader>();
  return (
    <Stack narrow>
      <PageTitle title="Your package is ready" />
      <CreatedPackage {...created} />
    </Stack>
  );
}
