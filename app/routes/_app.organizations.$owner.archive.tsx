/** Archives of everything that an account or an organization has. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { archivesPage, askForArchive } from '../features/exports/archives.server';
import { ArchivesPage } from '../features/exports/archives-page';
import { paths } from '../links/paths';
import { requireSettingsRole } from '../session/settings.server';
import { settingsHandle } from '../shell/breadcrumbs';
import { settingsMeta } from '../shell/meta';

export const meta = settingsMeta(
  'Full backup',
  'Everything of a person as one file: settings, packages and events.',
  'Everything of an organization as one file: settings, packages and events.',
);
export const handle = settingsHandle('Full backup');

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettingsRole(args, 'owners');
  return archivesPage({ ...settings, home: paths.settings(settings, 'archive') });
}

export async function action(args: ActionFunctionArgs) {
  let settings = await requireSettingsRole(args, 'owners');
  return askForArchive(args, { ...settings, home: paths.settings(settings, 'archive') });
}

export default ArchivesPage;
