/** /organizations/[owner]…: the tabs above every page of an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { requireOrganization } from '../features/organizations/require-organization.server';
import { organizationTabs } from '../shell/settings-tabs.server';
import { Stack } from '../ui/stack';
import { Tabs } from '../ui/tabs';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, role } = await requireOrganization(args);
  return { tabs: organizationTabs(owner, role) };
}

export default function OrganizationLayout() {
  let { tabs } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Tabs label="Organization" tabs={tabs} />
      <Outlet />
    </Stack>
  );
}
