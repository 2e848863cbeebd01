/** POST …/registry-counts: fetches the registry's own counts of a package from now on. GET leads to the package. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { requirePackageChanger } from '../features/packages/require-package.server';
import { saveRegistryCountsChoice } from '../features/packages/registry-counts.server';
import { redirect } from '../http/redirects.server';
import { paths } from '../links/paths';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { item } = await requirePackageChanger(args);
  return redirect(paths.package(item.owner, item.type, item.name));
}

export const action = resourceAction(async (args) => {
  let { call, item, params, isShared } = await requirePackageChanger(args);
  await saveRegistryCountsChoice(call, params, true);
  // The reports are those of the owner.
  let page = isShared
    ? paths.package(item.owner, item.type, item.name)
    : paths.analytics(item.owner, { package: item.id });
  return redirectWithToast(page, 'registry_counts_on');
});
