/** The imports of an account or an organization, and the form that sends a file. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { readImportsPage, uploadImport } from '../features/imports/imports.server';
import { ImportsPage } from '../features/imports/imports-list';
import { paths } from '../links/paths';
import { requireSettingsRole } from '../session/settings.server';
import { settingsHandle } from '../shell/breadcrumbs';
import { settingsMeta } from '../shell/meta';

export const meta = settingsMeta('Imports', 'Import past data.', 'Import past data.');
export const handle = settingsHandle('Imports');

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  return readImportsPage(args, { ...settings, imports: paths.settings(settings, 'imports') });
}

export async function action(args: ActionFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  return uploadImport(args, { ...settings, imports: paths.settings(settings, 'imports') });
}

export default ImportsPage;
