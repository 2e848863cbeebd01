/**
 * Converting sessions of older formats (docs/decisions/0015-sessions.md): the gateway confirms the
 * token, then the person stays signed in. They come in the cookie, or from local storage of the
 * older browser app, which a script posts once.
 */
import { usersApi } from 'contract/accounts/users';
import { z } from 'zod';
import type { Call } from '../gateway/gateway-client.server';
import { readMemberships } from './organizations.server';
import { type Context, firstContext, LegacySession, type Session } from './session';

/**
 * The current session for an older one whose token the gateway knows. Throws the gateway's error,
 * also when it is unreachable.
 */
export async function verifiedSession(call: Call, legacy: LegacySession): Promise<Session> {
  let params = { username: legacy.username };
  let [user, organizations] = await Promise.all([
    call(usersApi.getUser, { params }),
    readMemberships(call, legacy.username),
  ]);
  let { username } = user;
  let names = organizations.map((membership) => membership.organization_name);
  let context = contextOf(legacy, [username, ...names]) ?? firstContext(username, organizations);
  return { ...unverifiedSession(legacy), username, context_v1: context };
}

/**
 * The same session without confirmation, for public pages, and while the gateway is unreachable: it
 * refuses a bad token on every call anyway.
 */
export function unverifiedSession({ token, username, act_as, context }: LegacySession): Session {
  return {
    v: 2,
    token,
    username,
    ...(act_as && { act_as }),
    context_v1: context ?? { tag: 'unknown', context: username },
  };
}

/** The context of the older session, if the person still belongs there or acts there. */
function contextOf({ context, act_as }: LegacySession, own: readonly string[]): Context | undefined {
  if (act_as?.organization) return { tag: 'organization', context: act_as.organization };
  if (act_as?.username) return { tag: 'user', context: act_as.username };
  return context && context.tag !== 'unknown' && own.includes(context.context) ? context : undefined;
}

/**
 * Runs on the sign-in page. It removes the entries once there is an answer; without an answer (no
 * network, 5xx) they stay for the next visit. Keys: `session` and `user` of the oldest version,
 * `session_v2`, `user_v2` and `context_v1` of the one after it.
 */
export const legacyEntriesScript = [
  'try{let s=localStorage,v=k=>s.getItem(k)||"",t=v("session_v2")||v("session");',
  't&&fetch("/legacy-session"+location.search,{method:"POST",',
  'body:new URLSearchParams({session:t,context:v("context_v1")||v("context")})})',
  '.then(async r=>{if(r.status<500){',
  '"session,session_v2,user,user_v2,context,context_v1".split(",").map(k=>s.removeItem(k));',
  'r.ok&&location.replace((await r.json()).to)}}).catch(()=>{})}catch{}',
].join('');

/** The posted form. */
export const LegacyEntries = z.object({ session: z.string().max(100_000), context: z.string().max(1_000).default('') });

/**
 * The session in the posted entries; null when they cannot be read. Acting is not carried over,
 * because starting it is an event of the audit log.
 */
export function legacySessionFrom(entries: z.output<typeof LegacyEntries>): LegacySession | null {
  let session = parsed(entries.session);
  if (typeof session !== 'object' || session === null) return null;
  let legacy = LegacySession.safeParse({ ...session, v: undefined, context: parsed(entries.context) });
  return legacy.success ? { ...legacy.data, act_as: undefined } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
