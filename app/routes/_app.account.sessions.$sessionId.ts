/** /account/sessions/[sessionId]: a post ends one session; one that has ended already is no mistake. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deleteSession } from 'contract/tokens';
import { requireAccount } from '../features/account/own.server';
import { noFields, read } from '../forms/read.server';
import { readRefusal } from '../gateway-client.server';
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
  await call(deleteSession, { params: { ...params, id: args.params.sessionId ?? '' } }).catch(goneAlready);
  return redirectWithToast(paths.accountSecurity(), 'session_ended');
}

async function goneAlready(thrown: unknown): Promise<void> {
  if ((await readRefusal(thrown))?.code !== 'session-not-found') throw thrown;
}
