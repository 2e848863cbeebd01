/** /new-organization: create an organization, or convert the account into one. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireSession } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'New organization',
  description: 'Create an organization, or convert your account.',
});

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args);
  return null;
}

export default function NewOrganizationPage() {
  return (
    <Stack>
      <PageTitle title="New organization" />
      <div className="grid gap-5 md:grid-cols-2">
        <Card title="Create an organization" description="Your account becomes the first owner.">
          <LinkButton to={paths.createOrganization()}>Create organization</LinkButton>
        </Card>
        <Card
          title="Convert your account"
          description="Your username and packages move to the organization. You pick a new username."
        >
          <LinkButton to={paths.convertAccount()} variant="outline">
            Convert account to organization
          </LinkButton>
        </Card>
      </div>
    </Stack>
  );
}
