/** /organizations/[owner]/imports/[id]: the preview and progress of one import. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { organizationHandle } from '../shell/breadcrumbs';
import { startOrAbortImport, importPage } from '../features/imports/imports.server';
import { ImportPage } from '../features/imports/import-page';
import { requireManager } from '../features/organizations/require-organization.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';

export const meta = pageMeta({
  title: 'Import',
  description: 'What the rows of an organization’s file become, and how far its import is.',
});
export const handle = organizationHandle('Import');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManager(args);
  let place = { ...signedIn, imports: paths.organizationImports(signedIn.owner) };
  return importPage(args, place);
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireManager(args);
  let place = { ...signedIn, imports: paths.organizationImports(signedIn.owner) };
  return startOrAbortImport(args, place);
}

export default ImportPage;
