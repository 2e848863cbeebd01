/** /organizations/[owner]/leave: leaves an organization, once its name was typed. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { organizationsApi } from 'contract/organizations/organizations';
import { organizationHandle } from '../shell/breadcrumbs';
import { requireOrganization } from '../features/organizations/require-organization.server';
import { ConfirmByName } from '../forms/confirm';
import { confirmNameInput } from '../forms/confirm-field.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { isSameOwner, paths } from '../links/paths';
import { errorResponse } from '../gateway/error-message.server';
import { sessionCookie } from '../session/session-cookie.server';
import { withoutOrganization } from '../session/session';
import { readMemberships } from '../session/organizations.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Leave organization',
  description: 'Leave an organization.',
});
export const handle = organizationHandle('Leave');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, username } = await requireOrganization(args);
  // The list of one's own organizations is also open to members who are refused for lack of
  // two-factor authentication.
  let isMember = (await readMemberships(call, username)).some((one) => isSameOwner(one.organization_name, owner));
  if (!isMember) throw errorResponse('user-not-found');
  return { owner };
}

export async function action(args: ActionFunctionArgs) {
  let { call, session, owner, params, username } = await requireOrganization(args);
  let form = await readForm(args.request, confirmNameInput(owner));
  if (!form.ok) return form.reply;
  let refusal = await call(organizationsApi.deleteOrganizationMember, { params: { ...params, username } }).catch(
    form.refuse,
  );
  if (refusal) return refusal;
  let headers = { 'set-cookie': sessionCookie(withoutOrganization(session, owner)) };
  return redirectWithToast(paths.organizations(), 'organization_left', headers);
}

export default function OrganizationLeavePage() {
  let { owner } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Leave organization" />
      <Card>
        <div className="flex flex-col gap-4">
          <p>You need a new invite to return.</p>
          <ConfirmByName
            expected={owner}
            button="Leave organization"
            pending="Leaving …"
            lastResult={refused?.lastResult}
          />
        </div>
      </Card>
    </Stack>
  );
}
