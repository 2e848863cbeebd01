/** /account/sessions: ends all other sessions, after a confirmation. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { tokensApi } from 'contract/accounts/tokens';
import { accountHandle } from '../shell/breadcrumbs';
import { readSessions, requireAccount } from '../features/account/require-account.server';
import { Confirm } from '../forms/confirm';
import { emptyForm } from '../forms/read-form.server';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { keepingConfirmation } from '../session/confirmation.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Sign out all others',
  description: 'Sign everything but this browser out of your account.',
});
export const handle = accountHandle('Sign out all others');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let [sessions, identity] = await Promise.all([readSessions(call, params), readReauthentication(call, args.request)]);
  let others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  if (others === 0) throw redirect(paths.accountSecurity());
  return { others, identity };
}

export const action = keepingConfirmation(async (args) => {
  let { call, params } = await requireAccount(args);
  let form = await readSensitiveForm(args.request, emptyForm, call);
  if (!form.ok) return form.reply;
  let refusal = await call(tokensApi.deleteOtherSessions, { params }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.accountSecurity(), 'sessions_ended');
});

export default function SessionsEndPage() {
  let { others, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Sign out all others" />
      <Card>
        <Confirm
          button="Sign out all others"
          pending="Signing out …"
          cancelTo={paths.accountSecurity()}
          identity={identity}
          lastResult={refused?.lastResult}
        >
          {others === 1 ? 'One other session is' : `${others} other sessions are`} signed out immediately. You stay
          signed in here.
        </Confirm>
      </Card>
    </Stack>
  );
}
