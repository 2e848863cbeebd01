/** /acting/end: a post ends acting. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { administrationApi } from 'contract/admin/administration';
import { emptyForm, readForm } from '../forms/read-form.server';
import { readApiError } from '../gateway/gateway-client.server';
import { logWarning } from '../http/log.server';
import { paths } from '../links/paths';
import { redirectHome } from '../session/context.server';
import { sessionCookie } from '../session/session-cookie.server';
import { requireSession } from '../session/guards.server';
import { resourceAction } from '../session/failure-toast.server';
import { actedAs, stopActing } from '../session/session';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  return redirectHome(await requireSession(args));
}

export const action = resourceAction(async (args) => {
  let signedIn = await requireSession(args);
  let { session, call } = signedIn;
  await readForm(args.request, emptyForm);
  let owner = actedAs(session);
  if (!owner) return redirectHome(signedIn);
  await call(administrationApi.stopActing, { params: { owner } }).catch(reportRefusal);
  return redirectWithToast(paths.admin(), 'acting_stopped', { 'set-cookie': sessionCookie(stopActing(session)) });
});

/** Acting ends here in any case; a redirect, such as that of an ended session, is thrown. */
async function reportRefusal(thrown: unknown): Promise<void> {
  let said = await readApiError(thrown);
  if (!said) throw thrown;
  logWarning(`the end of acting is not in the audit log: ${said.code}`);
}
