/** /acting: a post starts acting as an owner. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { administrationApi } from 'contract/admin/administration';
import type { PublicOwner } from 'contract/accounts/users';
import { ActAsInput } from '../features/admin/forms.server';
import { readForm } from '../forms/read-form.server';
import type { Call } from '../gateway/gateway-client.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { sessionCookie } from '../session/session-cookie.server';
import { requireAdmin } from '../session/guards.server';
import { readMemberships } from '../session/organizations.server';
import { resourceAction } from '../session/failure-toast.server';
import { actedAs, type Context, firstContext, startActing } from '../session/session';

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return redirect(paths.admin());
}

export const action = resourceAction(async (args) => {
  let { session, call } = await requireAdmin(args);
  let form = await readForm(args.request, ActAsInput);
  if (!form.ok) return redirect(paths.admin(), 303);
  let before = actedAs(session);
  let owner = await call(administrationApi.startActing, { params: { owner: form.value.owner } });
  if (before) await call(administrationApi.stopActing, { params: { owner: before } }).catch(unlessGone);
  let context = await contextOf(call, owner);
  let headers = { 'set-cookie': sessionCookie(startActing(session, owner, context)) };
  return redirect(paths.home(context.context), { status: 303, headers });
});

/** Where the owner's own sign-in would lead. */
async function contextOf(call: Call, { name, type }: PublicOwner): Promise<Context> {
  if (type === 'organization') return { tag: 'organization', context: name };
  let results = await readMemberships(call, name);
  return firstContext(name, results);
}

function unlessGone(thrown: unknown): void {
  if (!(thrown instanceof Response) || thrown.status !== 404) throw thrown;
}
