/** The buttons beside a pending invite: both name it in a form and lead back to the members. */
import type { ActionFunctionArgs } from '@remix-run/node';
import type { deleteOrganizationInvite, resendOrganizationInvite } from 'contract/invites';
import { read } from '../../forms/read.server';
import { readRefusal } from '../../gateway-client.server';
import type { ToastKey } from '../../messages';
import { paths } from '../../paths';
import { redirectWithToast } from '../../session/toast.server';
import { InviteeForm } from './forms.server';
import { requireManager } from './require-organization.server';

type Change = typeof deleteOrganizationInvite | typeof resendOrganizationInvite;

/** Makes the change and redirects (303) to the members with `done`, or with what was in the way. */
export async function changeInvite(args: ActionFunctionArgs, change: Change, done: ToastKey): Promise<Response> {
  let { call, owner, params } = await requireManager(args);
  let form = await read(args.request, InviteeForm);
  let key = form.ok
    ? await call(change as typeof deleteOrganizationInvite, { params, body: form.value }).then(() => done, refusedAs)
    : 'invite_gone';
  return redirectWithToast(paths.organizationMembers(owner), key);
}

async function refusedAs(thrown: unknown): Promise<ToastKey> {
  let code = (await readRefusal(thrown))?.code;
  if (code === 'invite-not-found' || code === 'user-not-found') return 'invite_gone';
  if (code === 'too-many-requests') return 'invite_sent_too_often';
  throw thrown;
}
