/** /recovery-codes.txt: the recovery codes as a file, until they are acknowledged. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { twoFactorApi } from 'contract/accounts/two-factor';
import { txt } from 'remix-utils/responses';
import { requireTwoFactorAccess } from '../features/two-factor/two-factor.server';
import { errorResponse } from '../gateway/error-message.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireTwoFactorAccess(args);
  let { codes } = await call(twoFactorApi.getRecoveryCodes, { params });
  if (!codes.length) throw errorResponse('not-found');
  return txt(codes.map((code) => `${code}\n`).join(''), {
    headers: {
      'content-disposition': 'attachment; filename="recovery-codes.txt"',
      'cache-control': 'no-store',
    },
  });
}
