/** /new-organization/create: creates an organization and switches to it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { organizationsApi } from 'contract/organizations/organizations';
import { newOrganizationHandle } from '../shell/breadcrumbs';
import { NewOrganizationInput, withBillingEmail } from '../features/organizations/new-organization.server';
import { OrganizationForm } from '../features/organizations/organization-forms';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { sessionCookie } from '../session/session-cookie.server';
import { requireSession } from '../session/guards.server';
import { dedupe } from '../session/submission-deduplication.server';
import { withOrganization } from '../session/session';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Create an organization',
  description: 'Create a new organization.',
});
export const handle = newOrganizationHandle('Create');

export async function loader(args: LoaderFunctionArgs) {
  await requireSession(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireSession(args);
  let { call, session } = signedIn;
  let form = await readForm(args.request, NewOrganizationInput);
  if (!form.ok) return form.reply;
  return dedupe(args.request, form.value, async () => {
    let body = await withBillingEmail(form.value, signedIn);
    let made = await call(organizationsApi.createOrganization, { body }).catch(form.refuse);
    if (made instanceof Response) return made;
    let headers = { 'set-cookie': sessionCookie(withOrganization(session, made.name)) };
    return redirectWithToast(paths.home(made.name), 'organization_created', headers);
  });
}

export default function CreateOrganizationPage() {
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Create an organization" />
      <Card>
        <OrganizationForm lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
