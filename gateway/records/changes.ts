/** Tells listeners that rules of the edge have changed, so that it reloads at once. */
import type { Records } from './schema';

type Listener = () => void | Promise<void>;

const listeners = new WeakMap<Records, Set<Listener>>();

/** Calls `listener` after each committed write to packages, routes, domains, pixels or owners. Gives the function that ends this. */
export function onChange(records: Records, listener: Listener): () => void {
  let all = listeners.get(records) ?? new Set();
  listeners.set(records, all.add(listener));
  return () => all.delete(listener);
}

/** To be awaited by every write that changes a rule, after its commit: when it resolves, the edge of this process knows the change. */
export async function announceChange(records: Records): Promise<void> {
  await Promise.all([...(listeners.get(records) ?? [])].map((listener) => listener()));
}
