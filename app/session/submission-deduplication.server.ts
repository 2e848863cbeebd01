/**
 * A form that is sent twice within seconds creates one thing, and both posts get its answer. Kept
 * in this process.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readAnySession } from './session-cookie.server';
import { githubCookie } from './sign-in-cookies.server';

const rememberedMs = 3_000;
const rememberedMax = 1_000;

const underWay = new Map<string, Promise<Response>>();
const made = new LRUCache<string, Response>({ max: rememberedMax, ttl: rememberedMs });

/**
 * Answers with `work`. An identical form at the same address by the same person shares the answer
 * of one that is running, or that has just shown what it made (201), such as a secret; where the work
 * is refused because the thing exists by now, it gets the answer of the post that created it.
 */
export async function dedupe(request: Request, form: unknown, work: () => Promise<Response>): Promise<Response> {
  let key = keyOf(request, form);
  let shown = made.get(key);
  if (shown?.status === 201) return shown.clone();
  let known = underWay.get(key);
  let answer = known ?? work().finally(() => underWay.delete(key));
  underWay.set(key, answer);
  try {
    let given = await answer;
    // A plain page (200) means that nothing was created.
    if (given.status > 200 && given.status < 400) made.set(key, given);
    let earlier = given.status === 422 ? made.get(key) : undefined;
    return (earlier ?? given).clone();
  } catch (thrown) {
    throw thrown instanceof Response ? thrown.clone() : thrown;
  }
}

/**
 * The caller is part of the key, because the answer may hold a session or a secret: the session in
 * any format, or the GitHub account of a visitor. A visitor with neither registers with a password,
 * which is part of the form.
 */
function keyOf(request: Request, form: unknown): string {
  let session = readAnySession(request);
  let who = [session?.token, session?.act_as, githubCookie.read(request)?.accessToken];
  let said = JSON.stringify([who, new URL(request.url).pathname, form]);
  return createHash('sha256').update(said).digest('base64');
}
