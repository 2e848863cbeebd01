/** Deletes an account or an organization once its name was typed. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountApi } from 'contract/accounts/account';
import { erasureApi } from 'contract/exports/erasure';
import { organizationsApi } from 'contract/organizations/organizations';
import { deletionNotice } from '../features/retention/deletion-notice.server';
import { ConfirmByName } from '../forms/confirm';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { confirmNameInput } from '../forms/confirm-field.server';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { sessionCookie } from '../session/session-cookie.server';
import { withoutOrganization, type Session, stopActing } from '../session/session';
import { signedOutHeaders } from '../session/session-end.server';
import { requireSettingsRole } from '../session/settings.server';
import { redirectWithToast } from '../session/toast.server';
import { settingsHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { AlertBox } from '../ui/alert';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) =>
  params.owner === undefined
    ? { title: 'Delete account', description: 'Permanently delete your account.' }
    : { title: 'Delete organization', description: 'Permanently delete an organization.' },
);
export const handle = settingsHandle('Delete');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, kind } = await requireSettingsRole(args, 'owners');
  let name = kind === 'user' ? owner : (await call(organizationsApi.getOrganization, { params: { name: owner } })).name;
  let stored = call(erasureApi.getStoredEvents, { params: { owner: name } });
  let events = await deletionNotice(kind === 'user' ? 'Your' : 'Its', stored);
  return { name, kind, events, identity: await readReauthentication(call, args.request) };
}

export const action = keepingConfirmation(async (args) => {
  let { call, session, owner, kind } = await requireSettingsRole(args, 'owners');
  let form = await readSensitiveForm(args.request, confirmNameInput(owner), call);
  if (!form.ok) return form.reply;
  let deletion =
    kind === 'user'
      ? call(accountApi.deleteUser, { params: { username: owner } })
      : call(organizationsApi.deleteOrganization, { params: { name: owner } });
  let refusal = await deletion.catch(form.refuse);
  if (refusal) return refusal;
  return kind === 'user' ? afterAccount(session, args.request) : afterOrganization(session, owner);
});

/** A platform admin who deleted the account they acted as stays signed in. */
function afterAccount(session: Session, request: Request): Response {
  if (!session.act_as?.username) return redirectWithToast(paths.login(), 'account_deleted', signedOutHeaders(request));
  let headers = { 'set-cookie': sessionCookie(stopActing(session)) };
  return redirectWithToast(paths.admin(), 'acted_account_deleted', headers);
}

function afterOrganization(session: Session, owner: string): Response {
  let headers = { 'set-cookie': sessionCookie(withoutOrganization(session, owner)) };
  return redirectWithToast(paths.organizations(), 'organization_deleted', headers);
}

export default function DeletePage() {
  let { name, kind, events, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  let title = kind === 'user' ? 'Delete account' : 'Delete organization';
  return (
    <Stack narrow>
      <PageTitle title={title} />
      <Card>
        <div className="flex flex-col gap-4">
          <AlertBox variant="warning" title="This is permanent.">
            {kind === 'user'
              ? 'This deletes your packages and pixels, and their download URLs stop working immediately. Your name stays reserved for you. Organizations are kept; where you are the only owner, add another owner first.'
              : 'This deletes its packages and pixels, and their download URLs stop working immediately. The name stays reserved for its owners. Cancel an active subscription first.'}{' '}
            {events}
          </AlertBox>
          <ConfirmByName expected={name} button={title} identity={identity} lastResult={refused?.lastResult} />
        </div>
      </Card>
    </Stack>
  );
}
