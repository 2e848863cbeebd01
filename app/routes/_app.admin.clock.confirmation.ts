/** POST …/confirmation: says that the clock is right. Opened as a page, it leads to the status. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { clockApi, ConfirmClock } from 'contract/admin/clock';
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
  let form = await readForm(args.request, ConfirmClock);
  if (!form.ok) return form.reply;
  await call(clockApi.confirmClock, { body: form.value });
  return redirectWithToast(cameFrom(args.request.headers) ?? paths.adminStatus(), 'clock_confirmed');
});
