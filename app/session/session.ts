/** What the session cookie holds, version 2. Lists are asked for, never kept here. */
import { z } from 'zod';

/** Whose things are shown: the person's own (`user`), an organization's, or not known. */
export const Context = z.object({ tag: z.enum(['user', 'organization', 'unknown']), context: z.string() });
export type Context = z.infer<typeof Context>;

export const Session = z.object({
  v: z.literal(2),
  token: z.string().min(1),
  username: z.string().min(1),
  act_as: z.object({ username: z.string().optional(), organization: z.string().optional() }).optional(),
  /** Kept under a versioned name so that a later shape can tell itself apart. */
  context_v1: Context,
});
export type Session = z.infer<typeof Session>;

/** Spec section 4: the only organization when there is exactly one, the person otherwise. */
export function firstContext(username: string, organizations: { organization_name: string }[]): Context {
  let [only] = organizations;
  return only && organizations.length === 1
    ? { tag: 'organization', context: only.organization_name }
    : { tag: 'user', context: username };
}

/** The session of a person who has another username now; where their own things were shown, they still are. */
export function renamed(session: Session, username: string): Session {
  let { tag, context } = session.context_v1;
  let isOwn = tag === 'user' && context === session.username;
  return { ...session, username, context_v1: { tag, context: isOwn ? username : context } };
}
