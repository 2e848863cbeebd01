/** The author of changes that tests write directly to the store. */
import type { ActorContext } from 'gateway/floor/audit';

export function actAt(time: number): ActorContext {
  return { actor: null, actingAs: null, address: '', agent: '', time };
}
