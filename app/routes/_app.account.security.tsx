/** /account/security: the password, and where the person is signed in. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changePassword } from 'contract/account';
import { getGithubLink } from 'contract/github';
import { getSessions, type SessionInfo } from 'contract/tokens';
import { agentName } from '../agent-name.server';
import { accountHandle } from '../features/account/crumbs';
import { PasswordForm as PasswordSchema } from '../features/account/forms.server';
import { requireAccount } from '../features/account/own.server';
import { GithubCard } from '../features/account/github-card';
import { PasswordForm } from '../features/account/password-form';
import { type SessionLine, SessionsCard } from '../features/account/sessions-card';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { hasGithub } from '../session/github.server';
import { readIdentity, readWithPassword } from '../identity.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Security',
  description: 'Your password, your ways to sign in and your sessions.',
});
export const handle = accountHandle('Security');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let [sessions, github, identity] = await Promise.all([
    call(getSessions, { params }),
    hasGithub() ? call(getGithubLink, { params }) : null,
    readIdentity(call, args.request),
  ]);
  return { sessions: sessions.map(lineOf), github, identity };
}

export async function action(args: ActionFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let form = await readWithPassword(args.request, PasswordSchema, call);
  if (!form.ok) return form.reply;
  let { current_password, password, end_api_tokens } = form.value;
  let body = { current_password, password, end_api_tokens };
  let refusal = await call(changePassword, { params, body }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.accountSecurity(), 'password_changed');
}

function lineOf({ id, is_current, agent, address, created_at, last_used_at }: SessionInfo): SessionLine {
  return { id, isCurrent: is_current, agent: agentName(agent), address, created: created_at, lastUsed: last_used_at };
}

export default function SecurityPage() {
  let { sessions, github, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack>
      <PageTitle title="Security" />
      <Stack narrow>
        <Card title="Password" description="Changing it ends all other sessions.">
          <PasswordForm identity={identity} lastResult={refused?.lastResult} />
        </Card>
        {github && <GithubCard link={github} identity={identity} />}
      </Stack>
      <SessionsCard sessions={sessions} />
    </Stack>
  );
}
