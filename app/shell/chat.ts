/**
 * The chat widget: loads its script once, then starts and shuts it down for a person. Loaded by
 * starters.ts.
 */
import type { Chat } from './notices.server';

type Widget = (...said: unknown[]) => void;
type Queue = Widget & { q?: unknown[][] };

declare global {
  interface Window {
    Intercom?: Queue;
  }
}

/** Starts the widget for a person; returns a function that shuts it down for the next person. */
export function startChat({ appId, script, userId, username, key }: Chat): () => void {
  window.Intercom ??= queue();
  addScript(script);
  window.Intercom('boot', { app_id: appId, user_id: userId, name: username, user_hash: key });
  return () => window.Intercom?.('shutdown');
}

/** Queues calls until the widget's script is loaded; it reads `q`. */
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
