/** Tables of people and organizations: names, sign-in, members, invites, mail preferences. */
import type { Role } from 'contract/accounts/users';

export interface OwnerRow {
  id: string;
  name: string;
  /** Lower-cased name: unique regardless of case, because names become host names. */
  name_key: string;
  kind: 'user' | 'organization';
  created_at: number;
  updated_at: number;
  /** When a platform admin suspended this person or organization; null otherwise. */
  suspended_at: number | null;
}

export interface UserRow {
  id: string;
  email: string;
  email_key: string;
  /**
   * scrypt, in the text form of `passwords.ts`; empty for an account that signs in with GitHub
   * only.
   */
  password_hash: string;
  first_name: string;
  last_name: string;
  email_verified_at: number | null;
  /** Null until the welcome email was queued. */
  welcomed_at: number | null;
  /** How pages show days and numbers, as JSON; null before the person has chosen. */
  display: string | null;
}

export interface OrganizationRow {
  id: string;
  description: string;
  billing_email: string;
  website: string;
  /** Whether members without two-factor authentication are refused. */
  requires_two_factor: number;
  /** Whether share links answer as ended, and none is made. */
  forbids_sharing: number;
}

export interface MembershipRow {
  organization_id: string;
  user_id: string;
  role: Role;
  created_at: number;
}

interface FeatureRow {
  owner_id: string;
  feature: string;
}

export interface TokenRow {
  id: string;
  user_id: string;
  kind: 'session' | 'api';
  /** SHA-256 of the token, hex; the token itself is never stored. */
  hash: string;
  name: string;
  /**
   * Scopes of an API token, separated by spaces; empty for a session, which has all rights of its
   * person.
   */
  scopes: string;
  created_at: number;
  last_used_at: number | null;
  /** Address and program of its last use; empty before. */
  address: string;
  agent: string;
  expires_at: number | null;
  /** The only owner that an API token is for; null for all owners of its person. */
  only_owner_id: string | null;
}

/** A token that was sent to a person and works once. */
export interface OneTimeTokenRow {
  id: string;
  user_id: string;
  purpose: 'verify-email' | 'change-email' | 'reset-password' | 'two-factor';
  hash: string;
  /** The email address that the token belongs to. */
  email: string;
  created_at: number;
  expires_at: number;
}

interface GithubAccountRow {
  /** GitHub's id of the account, which stays the same when its name changes. */
  github_id: string;
  user_id: string;
  login: string;
  created_at: number;
}

/** The identity at a provider that a person signs in with. */
interface SingleSignOnRow {
  user_id: string;
  issuer: string;
  /** The provider's id of the person. */
  subject: string;
  created_at: number;
}

export interface TwoFactorRow {
  user_id: string;
  /** Base32 secret of the authenticator, sealed. */
  secret: string;
  /** Null until a first code was entered correctly. */
  confirmed_at: number | null;
  /** Time step of the last accepted code: no code works twice (RFC 6238, 5.2). */
  last_step: number;
  /** The recovery codes as a sealed list, until the person acknowledges them. */
  unseen_codes: string | null;
}

interface RecoveryCodeRow {
  user_id: string;
  /** The row is deleted when the code is used. */
  hash: string;
}

export interface InviteRow {
  id: string;
  organization_id: string;
  /** As typed; null for an invite by username. */
  email: string | null;
  /** Lower-cased address the mail went to. */
  email_key: string;
  user_id: string | null;
  role: Role;
  hash: string;
  /** Null when that account was deleted. */
  invited_by: string | null;
  created_at: number;
  expires_at: number;
  accepted_at: number | null;
}

/** A name that was given up; its id is a keyed hash of the lower-cased name. */
export interface GivenUpNameRow {
  id: string;
  kind: OwnerRow['kind'];
  /** The owner who gave it up; null once that owner is deleted. */
  owner_id: string | null;
  /** The lower-cased name, whose hosts keep working while its owner exists; null afterwards. */
  name_key: string | null;
  given_up_at: number;
}

/** A person who may register the name of a deleted owner again. */
interface FormerOwnerRow {
  name_id: string;
  /** Keyed hash of the person's id, or of their confirmed email address. */
  person: string;
}

/** When a person switched optional mails on or off; without a row, the defaults apply. */
export interface EmailPreferenceRow {
  user_id: string;
  /** Null while off. */
  product_news_since: number | null;
  /** Null while on. */
  no_new_company_since: number | null;
  no_welcome_since: number | null;
  no_alerts_since: number | null;
}

/**
 * An email that waits, or that was not delivered. Without foreign keys: one about a deletion
 * outlives the owner.
 */
export interface EmailRow {
  id: string;
  owner_id: string;
  recipient: string;
  subject: string;
  /** The message as JSON, sealed; empty once it failed. */
  sealed: string;
  attempts: number;
  /** The next attempt; while one runs, when its process counts as ended. */
  due_at: number;
  created_at: number;
  /** When the link in it expires. */
  expires_at: number;
  /** Null while it waits. */
  failed_at: number | null;
  /** Of the last attempt; empty without a failure. */
  reason: string;
}

export interface AccountTables {
  emails: EmailRow;
  owners: OwnerRow;
  users: UserRow;
  organizations: OrganizationRow;
  memberships: MembershipRow;
  features: FeatureRow;
  tokens: TokenRow;
  one_time_tokens: OneTimeTokenRow;
  github_accounts: GithubAccountRow;
  single_sign_ons: SingleSignOnRow;
  two_factors: TwoFactorRow;
  recovery_codes: RecoveryCodeRow;
  invites: InviteRow;
  given_up_names: GivenUpNameRow;
  former_owners: FormerOwnerRow;
  email_preferences: EmailPreferenceRow;
}
