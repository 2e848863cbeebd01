/** The author of changes that tests write directly to the store. */
import type { Act } from 'gateway/floor/audit';

export function actAt(time: number): Act {
  return { actor: null, actingAs: null, address: '', agent: '', time };
}
