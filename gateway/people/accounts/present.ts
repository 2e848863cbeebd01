import { Display } from 'contract/accounts/display';
import { dayMs, time } from 'contract/floor/time';
import type { OrganizationMembership, PublicOwner, User } from 'contract/accounts/users';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Membership } from '../../floor/memberships';
import type { Person as UserRow } from '../../floor/owners';

/** Values of an account that are not in its row. */
export interface AccountFacts {
  now: number;
  /** Days to confirm an address. */
  days: number;
  /** Signature of the person for the chat widget; null without a chat. */
  chatKey: string | null;
}

export function presentUser(row: UserRow, { now, days, chatKey }: AccountFacts): User {
  let isVerified = row.email_verified_at !== null;
  let daysLeft = Math.max(0, days - Math.floor((now - row.created_at) / dayMs));
  return {
    id: row.id,
    username: row.name,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    email_verification_status: isVerified ? 'verified' : daysLeft > 0 ? 'to-be-verified' : 'not-verified',
    days_left_for_email_verification: isVerified ? null : daysLeft,
    intercom_key: chatKey,
    created_at: time(row.created_at),
    display: displayOf(row.display),
  };
}

/** An unreadable value counts as unset. */
export function displayOf(text: string | null): Display | null {
  return text === null ? null : (Display.safeParse(JSON.parse(text)).data ?? null);
}

/** What every signed-in person sees of an owner. */
export function presentOwner(row: OwnerRow): PublicOwner {
  let { id, name, kind, created_at, updated_at } = row;
  return { id, name, type: kind, created_at: time(created_at), updated_at: time(updated_at) };
}

/** An organization as one of its members lists it. */
export function presentMembership(row: Membership): OrganizationMembership {
  return {
    organization_id: row.id,
    organization_name: row.name,
    organization_description: row.description,
    organization_website: row.website,
    role: row.role,
  };
}
