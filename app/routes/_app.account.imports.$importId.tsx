/** /account/imports/[id]: the preview and progress of one import. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { accountHandle } from '../shell/breadcrumbs';
import { startOrAbortImport, importPage } from '../features/imports/imports.server';
import { ImportPage } from '../features/imports/import-page';
import { requireAccount } from '../features/account/require-account.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';

export const meta = pageMeta({
  title: 'Import',
  description: 'What the rows of a person’s file become, and how far its import is.',
});
export const handle = accountHandle('Import');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireAccount(args);
  let place = { ...signedIn, owner: signedIn.username, imports: paths.accountImports() };
  return importPage(args, place);
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireAccount(args);
  let place = { ...signedIn, owner: signedIn.username, imports: paths.accountImports() };
  return startOrAbortImport(args, place);
}

export default ImportPage;
