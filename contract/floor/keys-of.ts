/** `Object.keys` with the literal types of the keys; for objects without further keys. */
export function keysOf<K extends string>(object: Record<K, unknown>): K[] {
  return Object.keys(object) as K[];
}
