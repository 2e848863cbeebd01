/**
 * A form that is sent twice in a hurry makes one thing, and both posts lead to it. Kept in this
 * process, for seconds.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readKeptSession } from './cookie.server';
import { githubCookie } from './sign-in-cookies.server';

const rememberedMs = 3_000;
const rememberedMax = 1_000;

const underWay = new Map<string, Promise<Response>>();
const made = new LRUCache<string, Response>({ max: rememberedMax, ttl: rememberedMs });

/**
 * Answers with `work`. The same form at the same address by the same person shares the answer of
 * one under way; and where the work refuses it
 * because the thing is there by now, it gets the answer that made it a moment ago.
 */
export async function once(request: Request, form: unknown, work: () => Promise<Response>): Promise<Response> {
  let key = keyOf(request, form);
  let known = underWay.get(key);
  let answer = known ?? work().finally(() => underWay.delete(key));
  underWay.set(key, answer);
  try {
    let given = await answer;
    // A plain page (200) says that nothing is made yet.
    if (given.status > 200 && given.status < 400) made.set(key, given);
    let earlier = given.status === 422 ? made.get(key) : undefined;
    return (earlier ?? given).clone();
  } catch (thrown) {
    throw thrown instanceof Response ? thrown.clone() : thrown;
  }
}

/**
 * Who asks is part of the key, because the answer may hold a session or a secret: the session, in
 * whatever shape it is kept, or the GitHub account a
 * guest comes with. A guest with neither registers with a password, which stands in the form.
 */
function keyOf(request: Request, form: unknown): string {
  let session = readKeptSession(request);
  let who = [session?.token, session?.act_as, githubCookie.read(request)?.accessToken];
  let said = JSON.stringify([who, new URL(request.url).pathname, form]);
  return createHash('sha256').update(said).digest('base64');
}
