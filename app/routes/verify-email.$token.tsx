/**
 * /verify-email/[token]: confirms an address. The link alone changes nothing, because mail scanners
 * follow links; the button does.
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { emailVerificationApi } from 'contract/accounts/email-verification';
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
  title: 'Verify your email',
  description: 'Verify the email of your account.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = allowAnonymous(args);
  let shell = await loadShellOrNull(args);
  try {
    let { email } = await call(emailVerificationApi.getEmailVerification, {
      params: { token: args.params.token ?? '' },
    });
    return json({ shell, email, problem: '' });
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (said?.code !== 'email-verification-token-not-valid') throw thrown;
    return json({ shell, email: null, problem: said.message }, { status: 422 });
  }
}

export async function action(args: ActionFunctionArgs) {
  let { call, session } = allowAnonymous(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let refusal = await call(emailVerificationApi.verifyEmail, { params: { token: args.params.token ?? '' } }).catch(
    form.refuse,
  );
  return refusal ?? redirectWithToast(session ? paths.homeRedirect() : paths.login(), 'email_verified');
}

export default function VerifyEmail() {
  let { shell, email, problem } = useLoaderData<typeof loader>();
  let form = useAppForm(useActionData<typeof action>()?.lastResult);
  return (
    <Shell shell={shell}>
      <div className="mx-auto max-w-md py-10">
        <GuestCard title="Verify your email">
          {email === null ? (
            <AlertBox variant="warning" title={problem}>
              If your email is not verified yet, sign in and request a new link.
            </AlertBox>
          ) : (
            <AppForm form={form}>
              <FormError />
              <p className="break-words">
                Is <strong>{email}</strong> yours?
              </p>
              <SubmitButton wide pending="Confirming …">
                Verify email
              </SubmitButton>
            </AppForm>
          )}
        </GuestCard>
      </div>
    </Shell>
  );
}
