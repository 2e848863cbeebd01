/**
 * The chat widget: its script is fetched once, then told who is there and when they are gone.
 * Loaded by starters.ts.
 */
import type { Chat } from './notices.server';

type Widget = (...said: unknown[]) => void;
type Queue = Widget & { q?: unknown[][] };

declare global {
  interface Window {
    Intercom?: Queue;
  }
}

/** Tells the widget who is there; the answer ends that, so that the next person begins anew. */
export function startChat({ appId, script, userId, username, key }: Chat): () => void {
  window.Intercom ??= queue();
  addScript(script);
  window.Intercom('boot', { app_id: appId, user_id: userId, name: username, user_hash: key });
  return () => window.Intercom?.('shutdown');
}

/** Keeps what is said until the widget's script is there; it reads `q`. */
function queue(): Queue {
  let kept: Queue = (...said) => void kept.q?.push(said);
  kept.q = [];
  return kept;
}

function addScript(src: string): void {
  if (document.querySelector(`script[src="${CSS.escape(src)}"]`)) return;
  let script = document.createElement('script');
  script.src = src;
  script.async = true;
  document.head.append(script);
}
