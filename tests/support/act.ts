/** An act without a person, for what tests write to the store themselves. */
import type { Act } from 'gateway/administration/audit';

export function actAt(time: number): Act {
  return { actor: null, actingAs: null, address: '', agent: '', time };
}
