/** POST …/removal: a daily export ends. Opened as a page, it leads to the exports. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { deleteScheduledExport } from 'contract/scheduled-exports';
import { env } from '../env.server';
import { refused } from '../features/exports/kinds.server';
import { requireManager } from '../features/organizations/own.server';
import { paths } from '../paths';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireManager(args);
  return redirect(paths.organizationExports(owner));
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManager(args);
  if (!env.flags.showS3ExportUi) throw refused('not-found');
  await call(deleteScheduledExport, { params: { owner }, body: { id: args.params.exportId ?? '' } });
  return redirectWithToast(paths.organizationExports(owner), 'export_removed');
}
