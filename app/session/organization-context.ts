/** How a session goes on when the organization it shows is made, renamed or gone. */
import { type Session, shownUsername, stoppedActing } from './session';

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
