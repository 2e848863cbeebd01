/** Fetches new links for scripts; loaded after the first minute of a page with links. */
import type { ScriptLinks } from './event-exports.server';

/** Null without an answer, or when signed out: the links then stay as they are. */
export async function freshLinks(address: string): Promise<ScriptLinks | null> {
  try {
    let answer = await fetch(address, { headers: { accept: 'application/json' } });
    return answer.ok && !answer.redirected ? ((await answer.json()) as ScriptLinks | null) : null;
  } catch {
    return null;
  }
}
