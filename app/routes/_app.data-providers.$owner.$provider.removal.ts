/** POST …/removal: switches a data provider off. GET leads to the providers. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { dataProvidersApi, type ProviderId } from 'contract/companies/data-providers';
import { paths, settingsOf } from '../links/paths';
import { emptyForm, readForm } from '../forms/read-form.server';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, username } = await requireManagerRole(args);
  return redirect(paths.settingsHome(settingsOf(owner, username)));
}

export const action = resourceAction(async (args) => {
  let { call, owner, username } = await requireManagerRole(args);
  await readForm(args.request, emptyForm);
  let provider = args.params.provider as ProviderId;
  await call(dataProvidersApi.disableDataProvider, { params: { owner, provider } });
  return redirectWithToast(paths.settingsHome(settingsOf(owner, username)), 'data_provider_off');
});
