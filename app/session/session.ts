/** The content of the session cookie, version 2. Lists are requested, never stored here. */
import type { PublicOwner } from 'contract/accounts/users';
import { z } from 'zod';
import { isSameOwner } from '../links/paths';

/** The owner shown: the person (`user`), an organization, or unknown. */
export const Context = z.object({ tag: z.enum(['user', 'organization', 'unknown']), context: z.string() });
export type Context = z.infer<typeof Context>;

/** Banners that can be closed. */
export const Dismissible = z.enum(['email-verification']);
export type Dismissible = z.infer<typeof Dismissible>;

export const Session = z.object({
  v: z.literal(2),
  token: z.string().min(1),
  /** The person signed in. Permissions depend on this person only, also while acting. */
  username: z.string().min(1),
  /** The owner a platform admin acts as; one of the two. */
  act_as: z.object({ username: z.string().optional(), organization: z.string().optional() }).optional(),
  /** The name has a version, for later formats. */
  context_v1: Context,
  /** Closed banners; they stay closed until the session ends. */
  dismissed: z.array(Dismissible).optional(),
});
export type Session = z.infer<typeof Session>;

/**
 * The session as version 1 stored it, in the cookie and in the browser's local storage. Its list of
 * organizations is not used; an unreadable context or owner acted as is left out.
 */
export const LegacySession = z.object({
  v: z.undefined(),
  token: z.string().min(1),
  username: z.string().min(1),
  act_as: z
    .object({ username: z.string().optional(), organization: z.string().optional() })
    .optional()
    .catch(undefined),
  context: Context.optional().catch(undefined),
});
export type LegacySession = z.infer<typeof LegacySession>;

/** Spec section 4: the only organization when there is exactly one, the person otherwise. */
export function firstContext(username: string, organizations: { organization_name: string }[]): Context {
  let [only] = organizations;
  return only && organizations.length === 1
    ? { tag: 'organization', context: only.organization_name }
    : { tag: 'user', context: username };
}

/** The session after the person shown was renamed; their own context follows. */
export function withUsername(session: Session, username: string): Session {
  let { tag, context } = session.context_v1;
  let isOwn = tag === 'user' && context === shownUsername(session);
  let person = session.act_as?.username ? { act_as: { username } } : { username };
  return { ...session, ...person, context_v1: { tag, context: isOwn ? username : context } };
}

/**
 * The person whose account and organizations the pages show: the person acted as, else the person
 * signed in.
 */
export function shownUsername({ username, act_as }: Session): string {
  return act_as?.username ?? username;
}

/** The owner shown where the address has none: the organization in context, else the person. */
export function ownerInContext(session: Session): string {
  let { tag, context } = session.context_v1;
  return tag === 'organization' ? context : shownUsername(session);
}

/** Name of the owner acted as, if any. */
export function actedAs({ act_as }: Session): string | undefined {
  return act_as?.organization ?? act_as?.username;
}

/** The session for acting as an owner, with that owner as context. */
export function startActing(
  session: Session,
  owner: { name: string; type: PublicOwner['type'] },
  context: Context,
): Session {
  return {
    ...session,
    act_as: { [owner.type === 'user' ? 'username' : 'organization']: owner.name },
    context_v1: context,
  };
}

/** The session after acting. */
export function stopActing({ v, token, username }: Session): Session {
  return { v, token, username, context_v1: { tag: 'user', context: username } };
}

/** The session with an organization as context. */
export function withOrganization(session: Session, organization: string): Session {
  return { ...session, context_v1: { tag: 'organization', context: organization } };
}

/** The session after the organization was renamed. */
export function withRenamedOrganization(session: Session, from: string, to: string): Session {
  let { tag, context } = session.context_v1;
  let isShown = tag === 'organization' && context === from;
  let isActed = session.act_as?.organization === from;
  return {
    ...session,
    ...(isActed && { act_as: { organization: to } }),
    context_v1: isShown ? { tag, context: to } : session.context_v1,
  };
}

/**
 * The session with a context that exists: an organization that is none of the person's any more
 * gives way to the person's own account.
 */
export function contextAmong(session: Session, organizations: string[]): Session {
  let { tag, context } = session.context_v1;
  if (tag !== 'organization' || organizations.some((name) => isSameOwner(name, context))) return session;
  return withoutOrganization(session, context);
}

/** The session after the organization was left or deleted: the person's own context instead. */
export function withoutOrganization(session: Session, name: string): Session {
  if (session.act_as?.organization === name) return stopActing(session);
  let { tag, context } = session.context_v1;
  if (tag !== 'organization' || context !== name) return session;
  return { ...session, context_v1: { tag: 'user', context: shownUsername(session) } };
}
