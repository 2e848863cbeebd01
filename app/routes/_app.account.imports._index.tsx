/** /account/imports: the imports of a person, and the form that sends a file. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { accountHandle } from '../shell/breadcrumbs';
import { importsPage, uploadImport } from '../features/imports/imports.server';
import { ImportsPage } from '../features/imports/imports-list';
import { requireAccount } from '../features/account/require-account.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';

export const meta = pageMeta({
  title: 'Imports',
  description: 'Files with the history of a person, imported in the background.',
});
export const handle = accountHandle('Imports');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireAccount(args);
  let place = { ...signedIn, owner: signedIn.username, imports: paths.accountImports() };
  return importsPage(args, place);
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireAccount(args);
  let place = { ...signedIn, owner: signedIn.username, imports: paths.accountImports() };
  return uploadImport(args, place);
}

export default ImportsPage;
