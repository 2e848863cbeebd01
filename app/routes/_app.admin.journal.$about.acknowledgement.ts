/**
 * POST …/acknowledgement: says that what a notice tells of lost or damaged events was seen. Opened
 * as a page, it leads to the status.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { journalApi, SeenDamage, SeenLosses } from 'contract/admin/journal';
import { readForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireAdmin } from '../session/guards.server';
import { resourceAction } from '../session/failure-toast.server';
import { cameFrom } from '../session/origin.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return redirect(paths.adminStatus());
}

export const action = resourceAction(async (args) => {
  let { call } = await requireAdmin(args);
  if (args.params.about === 'losses') {
    let form = await readForm(args.request, SeenLosses);
    if (!form.ok) return form.reply;
    await call(journalApi.putSeenLosses, { body: form.value });
  } else {
    let form = await readForm(args.request, SeenDamage);
    if (!form.ok) return form.reply;
    await call(journalApi.putSeenDamage, { body: form.value });
  }
  return redirectWithToast(cameFrom(args.request.headers) ?? paths.adminStatus(), 'journal_seen');
});
