/** `Object.keys` with the literal types of the keys; for tables that have these keys and no others. */
export function keysOf<K extends string>(table: Record<K, unknown>): [K, ...K[]] {
  return Object.keys(table) as [K, ...K[]];
}

/** `Object.fromEntries` with the literal types of the keys; for entries that have all of these keys. */
export function recordOf<K extends string, V>(entries: readonly (readonly [K, V])[]): Record<K, V> {
  return Object.fromEntries(entries) as Record<K, V>;
}

/** Whether a value is an object with names, which a list is not. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a table has this entry itself, not from its prototype. */
export function hasKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
