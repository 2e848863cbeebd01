/**
 * /change-email/[token]: gives an account its new address. The link alone changes nothing, because
 * mail scanners follow links; the button does.
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountApi } from 'contract/accounts/account';
import { AppForm, useAppForm } from '../forms/app-form';
import { FormError } from '../forms/form-error';
import { emptyForm, readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { readApiError } from '../gateway/gateway-client.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { allowAnonymous } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import { GuestCard } from '../shell/guest-card';
import type { PageHandle } from '../shell/page-handle';
import { Shell } from '../shell/shell';
import { loadShellOrNull } from '../shell/shell-data.server';
import { AlertBox } from '../ui/alert';

export const handle: PageHandle = { scripts: false };
export const meta = pageMeta({
  title: 'Verify your new email',
  description: 'Verify the new email of your account.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = allowAnonymous(args);
  let shell = await loadShellOrNull(args);
  try {
    let { email, username } = await call(accountApi.getEmailChange, { params: { token: args.params.token ?? '' } });
    return json({ shell, email, username, problem: '' });
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (said?.code !== 'email-change-token-not-valid') throw thrown;
    return json({ shell, email: null, username: '', problem: said.message }, { status: 422 });
  }
}

export async function action(args: ActionFunctionArgs) {
  let { call, session } = allowAnonymous(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let refusal = await call(accountApi.confirmEmailChange, { params: { token: args.params.token ?? '' } }).catch(
    form.refuse,
  );
  return refusal ?? redirectWithToast(session ? paths.accountEmail() : paths.login(), 'email_changed');
}

export default function ChangeEmail() {
  let { shell, email, username, problem } = useLoaderData<typeof loader>();
  let form = useAppForm(useActionData<typeof action>()?.lastResult);
  return (
    <Shell shell={shell}>
      <div className="mx-auto max-w-md py-10">
        <GuestCard title="Verify your new email">
          {email === null ? (
            <AlertBox variant="warning" title={problem}>
              If your email has not changed, sign in and request a new link.
            </AlertBox>
          ) : (
            <AppForm form={form}>
              <FormError />
              <p className="break-words">
                Change the email of <strong>{username}</strong> to <strong>{email}</strong>.
              </p>
              <SubmitButton wide pending="Confirming …">
                Verify new email
              </SubmitButton>
            </AppForm>
          )}
        </GuestCard>
      </div>
    </Shell>
  );
}
