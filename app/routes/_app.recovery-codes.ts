/** /recovery-codes: a post acknowledges the recovery codes; they are not shown again. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { twoFactorApi } from 'contract/accounts/two-factor';
import { requireTwoFactorAccess } from '../features/two-factor/two-factor.server';
import { readNextPath } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireTwoFactorAccess(args);
  return redirect(paths.twoFactorRecovery());
}

export const action = resourceAction(async (args) => {
  let { call, params } = await requireTwoFactorAccess(args);
  let next = await readNextPath(args.request);
  await call(twoFactorApi.acknowledgeRecoveryCodes, { params });
  return redirectWithToast(next, 'recovery_codes_kept');
});
