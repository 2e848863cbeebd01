/** /account/email: the address of an account, and how to change it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountApi } from 'contract/accounts/account';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { usersApi } from 'contract/accounts/users';
import { accountHandle } from '../shell/breadcrumbs';
import { EmailForm, PreferencesForm, SummaryForm } from '../features/account/email-forms';
import { EmailInput, offeredEmails } from '../features/account/forms.server';
import { requireAccount } from '../features/account/require-account.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { readReauthentication, readFormWithPassword } from '../forms/reauthentication.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import { AlertBox } from '../ui/alert';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { Facts } from '../ui/description-list';
import { Name } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Email', description: 'Your email address and the emails you get.' });
export const handle = accountHandle('Email');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let [{ email, email_verification_status }, preferences, identity] = await Promise.all([
    call(usersApi.getUser, { params }),
    call(emailPreferencesApi.getEmailPreferences, { params }),
    readReauthentication(call, args.request),
  ]);
  let isConfirmed = email_verification_status === 'verified';
  return { email, isConfirmed, identity, preferences, shown: offeredEmails(preferences, isConfirmed) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, params } = await requireAccount(args);
  let form = await readFormWithPassword(args.request, EmailInput, call);
  if (!form.ok) return form.reply;
  let { email, current_password } = form.value;
  return dedupe(args.request, form.value, async () => {
    let refusal = await call(accountApi.requestEmailChange, { params, body: { email, current_password } }).catch(
      form.refuse,
    );
    return refusal ?? redirectWithToast(paths.accountEmail(), 'email_change_requested');
  });
}

export default function EmailPage() {
  let { email, isConfirmed, identity, preferences, shown } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  let state = isConfirmed ? <Badge colour="green">Confirmed</Badge> : <Badge colour="yellow">Not confirmed</Badge>;
  return (
    <Stack narrow>
      <PageTitle title="Email" />
      <Card title="Your email" description="For signing in and for emails about your account.">
        <Facts
          facts={[
            { label: 'Email', value: <Name>{email}</Name> },
            { label: 'State', value: state },
          ]}
        />
      </Card>
      <Card title="Email preferences" description="Security and billing emails are always on.">
        <div className="flex flex-col gap-4">
          {!isConfirmed && <AlertBox variant="info" title="Confirm your email to receive these." />}
          <PreferencesForm key={JSON.stringify(preferences)} preferences={preferences} shown={shown} />
          {isConfirmed && <SummaryForm />}
        </div>
      </Card>
      <Card title="Change email" description="Your email changes once you confirm the new one.">
        <EmailForm key={email} identity={identity} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
