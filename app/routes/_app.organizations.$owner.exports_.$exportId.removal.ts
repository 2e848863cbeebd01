/** POST …/removal: a daily export ends. Opened as a page, it leads to the exports. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deleteScheduledExport } from 'contract/scheduled-exports';
import { requireManager } from '../features/organizations/require-organization.server';
import { requireFlag } from '../flagged.server';
import { noFields, read } from '../forms/read.server';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireManager(args);
  return redirect(paths.organizationExports(owner));
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManager(args);
  requireFlag('showS3ExportUi');
  await read(args.request, noFields);
  await call(deleteScheduledExport, { params: { owner }, body: { id: args.params.exportId ?? '' } });
  return redirectWithToast(paths.organizationExports(owner), 'export_removed');
}
