/** Posted forms of the members page. */
import type { ActionFunctionArgs } from '@remix-run/node';
import { schemaOf } from 'contract/rules/fields';
import type { invitesApi, Invitee } from 'contract/organizations/invites';
import * as limits from 'contract/floor/limits';
import { Role } from 'contract/accounts/users';
import { z } from 'zod';
import { readForm, type FormResult } from '../../forms/read-form.server';
import { invitee } from '../../text/field-rules';
import { readApiError } from '../../gateway/gateway-client.server';
import type { ToastKey } from '../../text/messages';
import { paths } from '../../links/paths';
import { redirectWithToast } from '../../session/toast.server';
import { requireManager } from './require-organization.server';

const Person = schemaOf(invitee).pipe(z.string().max(limits.emailMax, 'user-not-found'));

export const InviteInput = z.object({ person: Person, role: Role });

const InviteeInput = z.object({ person: Person }).transform(({ person }) => inviteeOf(person));

/** Browsers do not send unchecked boxes. */
export const TwoFactorInput = z.object({ requires_two_factor: z.boolean().default(false) });

export const SharingInput = z.object({ forbids_sharing: z.boolean().default(false) });

/** Only email addresses contain `@`. */
export function inviteeOf(person: string): z.infer<typeof Invitee> {
  return person.includes('@') ? { email: person } : { username: person };
}

type Read = Extract<FormResult<unknown>, { ok: true }>;

/** Shows errors about the person on `field`; throws others. */
export function refusePerson(form: Read, field: string): (thrown: unknown) => Promise<Response> {
  return async (thrown) => {
    let said = await readApiError(thrown);
    let isAboutPerson = said?.code === 'user-not-found' || said?.field === 'email' || said?.field === 'username';
    return said && isAboutPerson ? form.reject(field, said.code) : form.refuse(thrown);
  };
}

type Change = typeof invitesApi.deleteOrganizationInvite;

/** Redirects to the members page with the result. */
export async function withdrawOrResendInvite(
  args: ActionFunctionArgs,
  change: Change,
  done: ToastKey,
): Promise<Response> {
  let { call, owner, params } = await requireManager(args);
  let form = await readForm(args.request, InviteeInput);
  let key = form.ok
    ? await call(change as typeof invitesApi.deleteOrganizationInvite, { params, body: form.value }).then(
        () => done,
        refusedAs,
      )
    : 'invite_gone';
  return redirectWithToast(paths.organizationMembers(owner), key);
}

async function refusedAs(thrown: unknown): Promise<ToastKey> {
  let code = (await readApiError(thrown))?.code;
  if (code === 'invite-not-found' || code === 'user-not-found') return 'invite_gone';
  if (code === 'too-many-requests') return 'invite_sent_too_often';
  throw thrown;
}
