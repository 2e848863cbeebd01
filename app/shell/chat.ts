/** The chat widget. Loaded on demand by enhancers.ts. */
import type { Chat } from './notices.server';

type Widget = (...said: unknown[]) => void;
type Queue = Widget & { q?: unknown[][] };

declare global {
  interface Window {
    Intercom?: Queue;
  }
}

/** Returns a function that shuts it down before the next person's session. */
export function startChat({ appId, script, userId, username, key }: Chat): () => void {
  window.Intercom ??= queue();
  addScript(script);
  window.Intercom('boot', { app_id: appId, user_id: userId, name: username, user_hash: key });
  return () => window.Intercom?.('shutdown');
}

/** Queues calls until the vendor's script is loaded, which reads `q`. */
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
