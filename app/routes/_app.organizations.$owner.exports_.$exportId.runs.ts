/** POST exports yesterday now; GET redirects to the exports. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { runExport } from '../features/exports/exports.server';
import { redirect } from '../http/redirects.server';
import { paths } from '../links/paths';
import { resourceAction } from '../session/failure-toast.server';
import { requireSettingsRole } from '../session/settings.server';

export async function loader(args: LoaderFunctionArgs) {
  return redirect(paths.settings(await requireSettingsRole(args, 'managers'), 'exports'));
}

export const action = resourceAction(async (args) => {
  let settings = await requireSettingsRole(args, 'managers');
  return runExport(args, { ...settings, home: paths.settings(settings, 'exports') });
});
