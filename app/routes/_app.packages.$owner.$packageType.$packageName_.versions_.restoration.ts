/** POST …/versions/restoration: serves a withdrawn version again. GET leads to the versions. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { withdrawalOf, withdrawnVersionsApi } from 'contract/packages/withdrawn-versions';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { readForm } from '../forms/read-form.server';
import { redirect } from '../http/redirects.server';
import { paths } from '../links/paths';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { item } = await requirePackageChanger(args);
  return redirect(paths.packageVersions(item.owner, item.type, item.name));
}

export const action = resourceAction(async (args) => {
  let { call, item, params } = await requirePackageChanger(args);
  let form = await readForm(args.request, withdrawnVersionsApi.restoreVersion.body);
  if (!form.ok) return form.reply;
  let { version } = form.value;
  let { results } = await call(withdrawnVersionsApi.getWithdrawnVersions, { params });
  let others = results.filter((one) => one.version !== version);
  let { deleted_alerts } = await call(withdrawnVersionsApi.restoreVersion, { params, body: form.value });
  let done = withdrawalOf(item.type, version, others)
    ? ('exception_removed' as const)
    : deleted_alerts > 0
      ? ('version_restored_without_alert' as const)
      : ('version_restored' as const);
  return redirectWithToast(paths.packageVersions(item.owner, item.type, item.name, form.value), done);
});
