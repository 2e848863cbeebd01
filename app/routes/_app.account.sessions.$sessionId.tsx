/** /account/sessions/[sessionId]: ends one session after a confirmation; idempotent. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { tokensApi } from 'contract/accounts/tokens';
import { accountHandle } from '../shell/breadcrumbs';
import { readSessions, requireAccount } from '../features/account/require-account.server';
import { Confirm } from '../forms/confirm';
import { emptyForm } from '../forms/read-form.server';
import { readApiError } from '../gateway/gateway-client.server';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { keepingConfirmation } from '../session/confirmation.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { Facts } from '../ui/description-list';
import { DateTimeText } from '../ui/moment';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Sign out', description: 'Sign a device out of your account.' });
export const handle = accountHandle('Sign out');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let [sessions, identity] = await Promise.all([readSessions(call, params), readReauthentication(call, args.request)]);
  let session = sessions.find(({ id, isCurrent }) => id === args.params.sessionId && !isCurrent);
  if (!session) throw redirect(paths.accountSecurity());
  return { session, identity };
}

export const action = keepingConfirmation(async (args) => {
  let { call, params } = await requireAccount(args);
  let form = await readSensitiveForm(args.request, emptyForm, call);
  if (!form.ok) return form.reply;
  let ending = call(tokensApi.deleteSession, { params: { ...params, id: args.params.sessionId ?? '' } });
  let refusal = await ending.catch(goneAlready).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.accountSecurity(), 'session_ended');
});

async function goneAlready(thrown: unknown): Promise<void> {
  if ((await readApiError(thrown))?.code !== 'session-not-found') throw thrown;
}

export default function SessionEndPage() {
  let { session, identity } = useLoaderData<typeof loader>();
  let { agent, address, created, lastUsed } = session;
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Sign out" />
      <Card>
        <Confirm
          button="Sign out"
          pending="Signing out …"
          cancelTo={paths.accountSecurity()}
          identity={identity}
          lastResult={refused?.lastResult}
        >
          <div className="flex flex-col gap-4">
            <Facts
              facts={[
                { label: 'Client', value: agent },
                { label: 'IP address', value: address || 'Unknown' },
                { label: 'Signed in', value: <DateTimeText iso={created} /> },
                { label: 'Last used', value: lastUsed ? <DateTimeText iso={lastUsed} /> : 'Never' },
              ]}
            />
            <p>It is signed out immediately.</p>
          </div>
        </Confirm>
      </Card>
    </Stack>
  );
}
