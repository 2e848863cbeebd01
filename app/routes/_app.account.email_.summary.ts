/** /account/email/summary: a post sends the summary of last week now. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { requireAccount } from '../features/account/require-account.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { readApiError } from '../gateway/gateway-client.server';
import type { ToastKey } from '../text/messages';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

const toastOf: Record<string, ToastKey> = {
  'nothing-to-report': 'nothing_to_report',
  'email-is-not-confirmed': 'email_not_confirmed',
  'too-many-requests': 'too_many_attempts',
};

export async function loader(args: LoaderFunctionArgs) {
  await requireAccount(args);
  return redirect(paths.accountEmail());
}

export const action = resourceAction(async (args) => {
  let { call, params } = await requireAccount(args);
  await readForm(args.request, emptyForm);
  let toast = await call(emailPreferencesApi.requestWeeklySummary, { params }).then(
    (): ToastKey => 'summary_sent',
    refused,
  );
  return redirectWithToast(paths.accountEmail(), toast);
});

async function refused(thrown: unknown): Promise<ToastKey> {
  let toast = toastOf[(await readApiError(thrown))?.code ?? ''];
  if (!toast) throw thrown;
  return toast;
}
