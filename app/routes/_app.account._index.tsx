/** /account: names of a person, and the deletion of the account. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountApi, Profile } from 'contract/accounts/account';
import { usersApi, type User } from 'contract/accounts/users';
import { env } from '../config/env.server';
import { requireAccount } from '../features/account/require-account.server';
import { ProfileForm } from '../features/account/profile-form';
import { ProvidersCard } from '../features/data-providers/data-providers';
import { readProviders } from '../features/data-providers/data-providers.server';
import { RetentionCard } from '../features/retention/retention-notes';
import { retentionSentence, readRetention } from '../features/retention/retention.server';
import { requireFlag } from '../session/require-flag.server';
import { readForm } from '../forms/read-form.server';
import { ownHost } from '../gateway/gateway-origin.server';
import { accountHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { paths, type SettingsOwner } from '../links/paths';
import { sessionCookie } from '../session/session-cookie.server';
import { withUsername } from '../session/session';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { DangerZone } from '../ui/danger-zone';
import { DateText } from '../ui/day';
import { Facts } from '../ui/description-list';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'General',
  description: 'Your username, your name and other settings of your account.',
});
export const handle = accountHandle('General');

export async function loader(args: LoaderFunctionArgs) {
  let { call, username, params } = await requireAccount(args);
  let [user, providers, retention] = await Promise.all([
    call(usersApi.getUser, { params }),
    readProviders(call, username, true),
    readRetention(call, username),
  ]);
  let exampleHost = ownHost(user.username);
  let kept = retention && retentionSentence(retention);
  return { user, providers, kept, exampleHost, mayUpdate: env.flags.updateUser };
}

export async function action(args: ActionFunctionArgs) {
  let { call, params, session } = await requireAccount(args);
  requireFlag('updateUser');
  let form = await readForm(args.request, Profile);
  if (!form.ok) return form.reply;
  let user = await call(accountApi.updateUser, { params, body: form.value }).catch(form.refuse);
  if (user instanceof Response) return user;
  let headers = { 'set-cookie': sessionCookie(withUsername(session, user.username)) };
  return redirectWithToast(paths.account(), 'profile_saved', headers);
}

export default function AccountPage() {
  let { user, providers, kept, exampleHost, mayUpdate } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  let account: SettingsOwner = { owner: user.username, kind: 'user' };
  return (
    <Stack narrow>
      <PageTitle title="General" />
      <Card>
        <Facts
          facts={[
            ...(mayUpdate ? [] : namesOf(user)),
            { label: 'Email', value: user.email },
            ...(user.created_at ? [{ label: 'Member since', value: <DateText iso={user.created_at} /> }] : []),
          ]}
        />
      </Card>
      {mayUpdate && (
        <Card title="Profile">
          <ProfileForm key={user.username} user={user} exampleHost={exampleHost} lastResult={refused?.lastResult} />
        </Card>
      )}
      <ProvidersCard owner={user.username} providers={providers} mayChange />
      {kept && <RetentionCard sentence={kept} to={paths.settings(account, 'retention')} />}
      <DangerZone to={paths.settings(account, 'delete')} label="Delete account">
        Permanently delete your account.
      </DangerZone>
    </Stack>
  );
}

function namesOf({ username, first_name, last_name }: Pick<User, 'username' | 'first_name' | 'last_name'>) {
  let name = `${first_name} ${last_name}`.trim();
  return [{ label: 'Username', value: username }, ...(name ? [{ label: 'Name', value: name }] : [])];
}
