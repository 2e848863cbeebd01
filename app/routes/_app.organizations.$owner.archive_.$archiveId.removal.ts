/** POST deletes an archive; GET redirects to the list. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { handleArchiveDeletion } from '../features/exports/archives.server';
import { redirect } from '../http/redirects.server';
import { paths } from '../links/paths';
import { resourceAction } from '../session/failure-toast.server';
import { requireSettingsRole } from '../session/settings.server';

export async function loader(args: LoaderFunctionArgs) {
  return redirect(paths.settings(await requireSettingsRole(args, 'owners'), 'archive'));
}

export const action = resourceAction(async (args) => {
  let settings = await requireSettingsRole(args, 'owners');
  return handleArchiveDeletion(args, { ...settings, home: paths.settings(settings, 'archive') });
});
