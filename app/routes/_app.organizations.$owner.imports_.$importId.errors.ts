/** The refused rows of an import, as CSV. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { errorsFile } from '../features/imports/imports.server';
import { paths } from '../links/paths';
import { requireSettingsRole } from '../session/settings.server';

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  return errorsFile(args, { ...settings, imports: paths.settings(settings, 'imports') });
}
