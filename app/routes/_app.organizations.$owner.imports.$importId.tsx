/** The preview and progress of one import. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { startOrAbortImport, readImportPage } from '../features/imports/imports.server';
import { ImportPage } from '../features/imports/import-page';
import { paths } from '../links/paths';
import { requireSettingsRole } from '../session/settings.server';
import { settingsHandle } from '../shell/breadcrumbs';
import { settingsMeta } from '../shell/meta';

export const meta = settingsMeta('Import', 'Preview and progress of an import.', 'Preview and progress of an import.');
export const handle = settingsHandle('Import');

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  return readImportPage(args, { ...settings, imports: paths.settings(settings, 'imports') });
}

export async function action(args: ActionFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  return startOrAbortImport(args, { ...settings, imports: paths.settings(settings, 'imports') });
}

export default ImportPage;
