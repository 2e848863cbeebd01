/** /admin/owners/[owner]: one person or organization, and what can be done with the account. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { accountAdministrationApi } from 'contract/admin/account-administration';
import { OwnerActions, OwnerBadges, OwnerFacts } from '../features/admin/owner-details';
import { requireOwnerAdmin } from '../features/admin/owners.server';
import { ActAs } from '../features/admin/lists';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { actedAs } from '../session/session';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Account',
  description: 'One person or organization of this installation, for platform admins.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call, session, params } = await requireOwnerAdmin(args);
  let owner = await call(accountAdministrationApi.getAdministeredOwner, { params });
  return { owner, isActed: actedAs(session) === owner.name };
}

export default function AdminOwnerPage() {
  let { owner, isActed } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title={owner.name}
        description={<OwnerBadges owner={owner} />}
        actions={
          <>
            <LinkButton to={paths.home(owner.name)} variant="outline">
              Home
            </LinkButton>
            <LinkButton to={paths.adminAudit({ about: owner.name })} variant="outline">
              Audit log
            </LinkButton>
            {!owner.is_platform_admin && <ActAs owner={owner} isActed={isActed} size="md" />}
          </>
        }
      />
      <Card>
        <OwnerFacts owner={owner} />
      </Card>
      <Card title="Administration">
        <OwnerActions owner={owner} />
      </Card>
    </Stack>
  );
}
