/** /account/sessions: a post ends all sessions but this one. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deleteOtherSessions } from 'contract/tokens';
import { requireAccount } from '../features/account/own.server';
import { noFields, read } from '../forms/read.server';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  await requireAccount(args);
  return redirect(paths.accountSecurity());
}

export async function action(args: ActionFunctionArgs) {
  let { call, params } = await requireAccount(args);
  await read(args.request, noFields);
  await call(deleteOtherSessions, { params });
  return redirectWithToast(paths.accountSecurity(), 'sessions_ended');
}
