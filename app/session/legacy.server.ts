/**
 * Sessions of an older shape on their way into today's (decision 0019): the gateway confirms the
 * token, then the person goes on as they were.
 */
import { getUser } from 'contract/users';
import type { Call } from '../gateway-client.server';
import { membershipsOf } from './organizations.server';
import { type Context, firstContext, type LegacySession, type Session } from './session';

/**
 * The session of today's shape for an older one whose token the gateway knows. Throws the gateway's
 * refusal of the token, and its silence.
 */
export async function confirmed(call: Call, legacy: LegacySession): Promise<Session> {
  let params = { username: legacy.username };
  let [user, organizations] = await Promise.all([call(getUser, { params }), membershipsOf(call, legacy.username)]);
  let { username } = user;
  let names = organizations.map((membership) => membership.organization_name);
  let context = contextOf(legacy, [username, ...names]) ?? firstContext(username, organizations);
  return { ...unconfirmed(legacy), username, context_v1: context };
}

/**
 * The same session without having asked, for a page that anybody may see, and while the gateway is
 * out of reach: it refuses a bad token on every call anyway.
 */
export function unconfirmed({ token, username, act_as, context }: LegacySession): Session {
  return {
    v: 2,
    token,
    username,
    ...(act_as && { act_as }),
    context_v1: context ?? { tag: 'unknown', context: username },
  };
}

/** Where the older session was, if the person still belongs there or acts there. */
function contextOf({ context, act_as }: LegacySession, own: readonly string[]): Context | undefined {
  if (act_as?.organization) return { tag: 'organization', context: act_as.organization };
  if (act_as?.username) return { tag: 'user', context: act_as.username };
  return context && context.tag !== 'unknown' && own.includes(context.context) ? context : undefined;
}
