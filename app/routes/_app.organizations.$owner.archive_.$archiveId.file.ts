/** The file of an archive. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { archiveFile } from '../features/exports/archives.server';
import { paths } from '../links/paths';
import { requireSettingsRole } from '../session/settings.server';

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettingsRole(args, 'owners');
  return archiveFile(args, { ...settings, home: paths.settings(settings, 'archive') });
}
