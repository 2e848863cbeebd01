/** /organizations: the organizations of a person. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { OrganizationList } from '../features/organizations/organization-table';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireSession } from '../session/guards.server';
import { readMemberships } from '../session/organizations.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Organizations',
  description: 'The organizations you belong to, and your role in each.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call, username } = await requireSession(args);
  return { memberships: await readMemberships(call, username) };
}

export default function OrganizationsPage() {
  let { memberships } = useLoaderData<typeof loader>();
  if (memberships.length === 0) return <NoOrganizations />;
  return (
    <Stack>
      <PageTitle
        title="Organizations"
        actions={<LinkButton to={paths.newOrganization()}>New organization</LinkButton>}
      />
      <Card flush>
        <OrganizationList memberships={memberships} />
      </Card>
    </Stack>
  );
}

function NoOrganizations() {
  return (
    <Stack>
      <PageTitle title="Organizations" />
      <Card>
        <EmptyState
          title="New organization"
          action={
            <>
              <LinkButton to={paths.createOrganization()}>Create organization</LinkButton>
              <LinkButton to={paths.convertAccount()} variant="outline">
                Convert account to organization
              </LinkButton>
            </>
          }
        >
          No organizations yet. Share packages and pixels with your team.
        </EmptyState>
      </Card>
    </Stack>
  );
}
