/** What the session cookie holds, version 2. Lists are asked for, never kept here. */
import type { PublicOwner } from 'contract/users';
import { z } from 'zod';

/** Whose things are shown: the person's own (`user`), an organization's, or not known. */
export const Context = z.object({ tag: z.enum(['user', 'organization', 'unknown']), context: z.string() });
export type Context = z.infer<typeof Context>;

/** Banners that can be closed. */
export const Dismissible = z.enum(['email-verification']);
export type Dismissible = z.infer<typeof Dismissible>;

export const Session = z.object({
  v: z.literal(2),
  token: z.string().min(1),
  /**
   * Who is signed in: the actor. What is permitted depends on this person alone, whoever is acted
   * as.
   */
  username: z.string().min(1),
  /** Whose things a platform admin is shown; one of the two. */
  act_as: z.object({ username: z.string().optional(), organization: z.string().optional() }).optional(),
  /** Kept under a versioned name so that a later shape can tell itself apart. */
  context_v1: Context,
  /** Banners that were closed; they stay away until the session ends. */
  dismissed: z.array(Dismissible).optional(),
});
export type Session = z.infer<typeof Session>;

/**
 * The session as version 1 kept it, in the cookie and in the browser's local storage. Its list of
 * organizations is not taken over; a context
 * or an owner acted as that cannot be read is left out.
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

/**
 * The session in which the person shown has another username now; where their own things were
 * shown, they still are.
 */
export function renamed(session: Session, username: string): Session {
  let { tag, context } = session.context_v1;
  let isOwn = tag === 'user' && context === shownUsername(session);
  let person = session.act_as?.username ? { act_as: { username } } : { username };
  return { ...session, ...person, context_v1: { tag, context: isOwn ? username : context } };
}

/**
 * Whose account and organizations the pages show: the person acted as, else the one who is signed
 * in.
 */
export function shownUsername({ username, act_as }: Session): string {
  return act_as?.username ?? username;
}

/**
 * Whose things are shown where the address does not say: the owner in context, the person while it
 * is not known.
 */
export function ownerInContext(session: Session): string {
  let { tag, context } = session.context_v1;
  return tag === 'unknown' ? shownUsername(session) : context;
}

/** Name of the owner acted as, if any. */
export function actedAs({ act_as }: Session): string | undefined {
  return act_as?.organization ?? act_as?.username;
}

/** The session from which an owner's things are shown, in a context of theirs. */
export function startedActing(
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

/** The session from which the person's own things are shown again. */
export function stoppedActing({ v, token, username }: Session): Session {
  return { v, token, username, context_v1: { tag: 'user', context: username } };
}

/** The session in which an organization's things are shown. */
export function entered(session: Session, organization: string): Session {
  return { ...session, context_v1: { tag: 'organization', context: organization } };
}

/** The session in which the organization has another name now. */
export function organizationRenamed(session: Session, from: string, to: string): Session {
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
 * The session after the organization was left or deleted: the person's own things are shown where
 * it was.
 */
export function organizationGone(session: Session, name: string): Session {
  if (session.act_as?.organization === name) return stoppedActing(session);
  let { tag, context } = session.context_v1;
  if (tag !== 'organization' || context !== name) return session;
  return { ...session, context_v1: { tag: 'user', context: shownUsername(session) } };
}
