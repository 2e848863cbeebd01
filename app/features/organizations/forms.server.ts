/**
 * The posted forms about members (one field says who is meant, an email address or a username) and
 * what is required of them.
 */
import { schemaOf } from 'contract/fields';
import { Invitee } from 'contract/invites';
import * as limits from 'contract/limits';
import { Role } from 'contract/users';
import { z } from 'zod';
import type { ReadForm } from '../../forms/read.server';
import { invitee } from '../../forms/rules';
import { readRefusal } from '../../gateway-client.server';

const Person = schemaOf(invitee).pipe(z.string().max(limits.emailMax, 'user-not-found'));

export const InviteForm = z.object({ person: Person, role: Role });

/** A pending invite, as the buttons beside it name it. */
export const InviteeForm = z.object({ person: Person }).transform(({ person }) => inviteeOf(person));

/** An unticked box is not sent. */
export const TwoFactorForm = z.object({ requires_two_factor: z.boolean().default(false) });

/** Only addresses have an at sign. */
export function inviteeOf(person: string): z.infer<typeof Invitee> {
  return person.includes('@') ? { email: person } : { username: person };
}

type Read = Extract<ReadForm<unknown>, { ok: true }>;

/**
 * Puts what the gateway refuses about the named person, an unknown one included, on `field`. Other
 * refusals are thrown on.
 */
export function refusePerson(form: Read, field: string): (thrown: unknown) => Promise<Response> {
  return async (thrown) => {
    let said = await readRefusal(thrown);
    let isAboutPerson = said?.code === 'user-not-found' || said?.field === 'email' || said?.field === 'username';
    return said && isAboutPerson ? form.reject(field, said.code) : form.refuse(thrown);
  };
}
