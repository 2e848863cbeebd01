/**
 * /first-administrator/[token]: makes the first platform admin with the link that a first start
 * prints.
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { email, password, username } from 'contract/rules/account-rules';
import { firstAdministratorApi, FirstAdministrator } from 'contract/accounts/first-administrator';
import { AppForm, useAppForm } from '../forms/app-form';
import { FormError } from '../forms/form-error';
import { readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { readApiError } from '../gateway/gateway-client.server';
import { pageMeta } from '../shell/meta';
import { requireGuest } from '../session/guards.server';
import { startBrowserSession } from '../session/sign-in.server';
import { AccountFields } from '../features/registration/account-fields';
import { GuestCard } from '../shell/guest-card';
import { AlertBox } from '../ui/alert';

export const meta = pageMeta({
  title: 'First administrator',
  description: 'Create the first administrator.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireGuest(args);
  try {
    await call(firstAdministratorApi.getFirstAdministrator, { params: { token: args.params.token ?? '' } });
    return json({ problem: '' });
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (said?.code !== 'first-administrator-link-not-valid') throw thrown;
    return json({ problem: said.message }, { status: 422 });
  }
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireGuest(args);
  let form = await readForm(args.request, FirstAdministrator);
  if (!form.ok) return form.reply;
  let given = { params: { token: args.params.token ?? '' }, body: form.value };
  try {
    return startBrowserSession(args.request, await call(firstAdministratorApi.createFirstAdministrator, given), {
      toast: 'welcome',
    });
  } catch (thrown) {
    return form.refuse(thrown);
  }
}

const rules = { username, email, password };

export default function FirstAdministratorPage() {
  let { problem } = useLoaderData<typeof loader>();
  let form = useAppForm(useActionData<typeof action>()?.lastResult, { rules });
  if (problem)
    return (
      <GuestCard title="First administrator">
        <AlertBox variant="warning" title={problem}>
          The server prints a new link at each start until there is an administrator. Or run{' '}
          <code translate="no">npm run admin -- create</code> on the server.
        </AlertBox>
      </GuestCard>
    );
  return (
    <GuestCard title="First administrator">
      <p className="text-sm text-muted">This account manages people, organizations, plans and the audit log.</p>
      <AppForm form={form}>
        <FormError />
        <AccountFields confirms={false} />
        <SubmitButton wide pending="Creating …">
          Create administrator
        </SubmitButton>
      </AppForm>
    </GuestCard>
  );
}
