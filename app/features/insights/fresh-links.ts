/** Asks for new one-path links while a page that shows some is open (spec section 9: every 60 seconds). */
import { onePathRefreshMs } from '../../timings';
import type { ScriptLinks } from './script-links.server';

/** Shows what the address answers, minute after minute, until the function it gives is called. Without an answer the links stay as they are. */
export function keepFresh(address: string, show: (links: ScriptLinks) => void): () => void {
  let timer = setInterval(() => void ask(address).then((links) => links && show(links)), onePathRefreshMs);
  return () => clearInterval(timer);
}

async function ask(address: string): Promise<ScriptLinks | null> {
  try {
    let answer = await fetch(address, { headers: { accept: 'application/json' } });
    return answer.ok && !answer.redirected ? ((await answer.json()) as ScriptLinks | null) : null;
  } catch {
    return null;
  }
}
