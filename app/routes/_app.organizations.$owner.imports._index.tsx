/**
 * /organizations/[owner]/imports: the imports of an organization, and the form that sends a file.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { organizationHandle } from '../shell/breadcrumbs';
import { importsPage, uploadImport } from '../features/imports/imports.server';
import { ImportsPage } from '../features/imports/imports-list';
import { requireManager } from '../features/organizations/require-organization.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';

export const meta = pageMeta({
  title: 'Imports',
  description: 'Files with the history of an organization, imported in the background.',
});
export const handle = organizationHandle('Imports');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManager(args);
  let place = { ...signedIn, imports: paths.organizationImports(signedIn.owner) };
  return importsPage(args, place);
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireManager(args);
  let place = { ...signedIn, imports: paths.organizationImports(signedIn.owner) };
  return uploadImport(args, place);
}

export default ImportsPage;
