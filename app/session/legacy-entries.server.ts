/**
 * What the older browser app left in local storage: the script that posts it once, and how the post
 * is read (decision 0019).
 */
import { z } from 'zod';
import { LegacySession } from './session';

/**
 * Runs on the sign-in page. It removes the entries once there is an answer; while nobody answers
 * (no network, 5xx) they stay for the next visit.
 * Keys: `session` and `user` of the oldest version, `session_v2`, `user_v2` and `context_v1` of the
 * one after it.
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
export const Entries = z.object({ session: z.string().max(100_000), context: z.string().max(1_000).default('') });

/**
 * The session in the posted entries; null when they cannot be read. Who was acted as is not taken
 * over: to begin it again goes into the audit log.
 */
export function sessionIn(entries: z.output<typeof Entries>): LegacySession | null {
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
