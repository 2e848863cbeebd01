/** POST …/runs: exports yesterday now. GET leads to the exports. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { runScheduledExport } from 'contract/scheduled-exports';
import { requireManager } from '../features/organizations/require-organization.server';
import { requireFlag } from '../flagged.server';
import { noFields, read } from '../forms/read.server';
import { readRefusal } from '../gateway-client.server';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { pageLess } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireManager(args);
  return redirect(paths.organizationExports(owner));
}

export const action = pageLess(async (args) => {
  let { call, owner } = await requireManager(args);
  requireFlag('showS3ExportUi');
  await read(args.request, noFields);
  let back = paths.organizationExports(owner);
  try {
    await call(runScheduledExport, { params: { owner }, body: { id: args.params.exportId ?? '' } });
  } catch (thrown) {
    if ((await readRefusal(thrown))?.code !== 'too-many-requests') throw thrown;
    return redirectWithToast(back, 'export_runs_already');
  }
  return redirectWithToast(back, 'export_started');
});
