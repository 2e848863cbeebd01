/** /account/email/preferences: a post switches optional mails on or off. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { requireAccount } from '../features/account/require-account.server';
import { PreferencesInput } from '../features/account/forms.server';
import { readForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireAccount(args);
  return redirect(paths.accountEmail());
}

export const action = resourceAction(async (args) => {
  let { call, params } = await requireAccount(args);
  let form = await readForm(args.request, PreferencesInput);
  if (!form.ok) return form.reply;
  await call(emailPreferencesApi.updateEmailPreferences, { params, body: form.value });
  return redirectWithToast(paths.accountEmail(), 'preferences_saved');
});
