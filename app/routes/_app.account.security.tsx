/** /account/security: the password, and the sessions of the person. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountApi } from 'contract/accounts/account';
import { githubApi } from 'contract/accounts/github';
import { accountHandle } from '../shell/breadcrumbs';
import { PasswordInput } from '../features/account/forms.server';
import { readSessions, requireAccount } from '../features/account/require-account.server';
import { SessionsCard } from '../features/account/sessions-card';
import { GithubCard, PasswordForm } from '../features/account/sign-in-forms';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { singleSignOn } from '../session/single-sign-on.server';
import { hasGithub } from '../session/github.server';
import { readReauthentication, readFormWithPassword } from '../forms/reauthentication.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Security',
  description: 'Password, sign-in and sessions.',
});
export const handle = accountHandle('Security');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let [sessions, github, identity] = await Promise.all([
    readSessions(call, params),
    hasGithub() ? call(githubApi.getGithubLink, { params }) : null,
    readReauthentication(call, args.request),
  ]);
  return { sessions, github, identity, hasPasswords: !singleSignOn()?.isOnly };
}

export async function action(args: ActionFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let form = await readFormWithPassword(args.request, PasswordInput, call);
  if (!form.ok) return form.reply;
  let { current_password, password, end_api_tokens } = form.value;
  let body = { current_password, password, end_api_tokens };
  let refusal = await call(accountApi.changePassword, { params, body }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.accountSecurity(), 'password_changed');
}

export default function SecurityPage() {
  let { sessions, github, identity, hasPasswords } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack>
      <PageTitle title="Security" />
      <Stack narrow>
        {hasPasswords && (
          <Card title="Password" description="You’ll be signed out everywhere else.">
            <PasswordForm identity={identity} lastResult={refused?.lastResult} />
          </Card>
        )}
        {hasPasswords && github && <GithubCard link={github} identity={identity} />}
      </Stack>
      <SessionsCard sessions={sessions} />
    </Stack>
  );
}
