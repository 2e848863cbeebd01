/** /account/delete: deletes an account once its name was typed. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountApi } from 'contract/accounts/account';
import { erasureApi } from 'contract/exports/erasure';
import { accountHandle } from '../shell/breadcrumbs';
import { requireAccount } from '../features/account/require-account.server';
import { ConfirmByName } from '../forms/confirm';
import { confirmNameInput } from '../forms/confirm-field.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { sessionCookie } from '../session/cookie.server';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { type Session, stoppedActing } from '../session/session';
import { signedOutHeaders } from '../session/session-end.server';
import { redirectWithToast } from '../session/toast.server';
import { deletionNotice } from '../features/retention/deletion-notice.server';
import { AlertBox } from '../ui/alert';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Delete account',
  description: 'Delete your account with everything that belongs to it.',
});
export const handle = accountHandle('Delete');

export async function loader(args: LoaderFunctionArgs) {
  let { call, username } = await requireAccount(args);
  let events = await deletionNotice('Your', call(erasureApi.getStoredEvents, { params: { owner: username } }));
  return { username, events, identity: await readReauthentication(call, args.request) };
}

export const action = keepingConfirmation(async (args) => {
  let { call, session, username, params } = await requireAccount(args);
  let form = await readSensitiveForm(args.request, confirmNameInput(username), call);
  if (!form.ok) return form.reply;
  let refusal = await call(accountApi.deleteUser, { params }).catch(form.refuse);
  if (refusal) return refusal;
  if (session.act_as?.username) return backFromDeleted(session);
  return redirectWithToast(paths.login(), 'account_deleted', signedOutHeaders(args.request));
});

/** A platform admin deleted the account they acted as, and stays signed in. */
function backFromDeleted(session: Session): Response {
  return redirectWithToast(paths.admin(), 'acted_account_deleted', {
    'set-cookie': sessionCookie(stoppedActing(session)),
  });
}

export default function AccountDeletePage() {
  let { username, events, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Delete account" />
      <Card>
        <div className="flex flex-col gap-4">
          <AlertBox variant="warning" title="This is permanent.">
            Your packages and pixels go with your account, and downloads through their addresses stop working at once.
            Nobody but you can take your name again. Organizations stay; where you are the only owner, make somebody
            else an owner first. {events}
          </AlertBox>
          <ConfirmByName
            expected={username}
            button="Delete account"
            identity={identity}
            lastResult={refused?.lastResult}
          />
        </div>
      </Card>
    </Stack>
  );
}
