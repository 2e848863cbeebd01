/**
 * Asks for new one-path links; fetched by the page that shows some when their first minute is over.
 */
import type { ScriptLinks } from './script-links.server';

/**
 * What the address answers; null without an answer, and for somebody who is signed out: the links
 * then stay as they are.
 */
export async function freshLinks(address: string): Promise<ScriptLinks | null> {
  try {
    let answer = await fetch(address, { headers: { accept: 'application/json' } });
    return answer.ok && !answer.redirected ? ((await answer.json()) as ScriptLinks | null) : null;
  } catch {
    return null;
  }
}
