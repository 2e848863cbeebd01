/** /organizations/[owner]…: the sidebar beside the settings of an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireOrganization } from '../features/organizations/require-organization.server';
import { organizationGroups } from '../shell/settings-groups.server';
import { SettingsLayout } from '../shell/settings-layout';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, role } = await requireOrganization(args);
  return { groups: organizationGroups(owner, role) };
}

export default function OrganizationLayout() {
  let { groups } = useLoaderData<typeof loader>();
  return <SettingsLayout label="Organization" groups={groups} />;
}
