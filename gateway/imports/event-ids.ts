/** Deterministic ids for rows without one, so that importing a file twice stores it once. */
import { createHash } from 'node:crypto';

/** A UUIDv7 of a time and a text: the store finds ids of similar times without reading all. */
export function derivedEventId(time: number, text: string): string {
  let bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUIntBE(time, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  let hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export interface DuplicateCounter {
  /** The number of equal rows before this one. */
  next(row: string): number;
}

/** Equal rows are close to each other, so only this many recent rows are compared. */
const keptRows = 100_000;

export function createDuplicateCounter(): DuplicateCounter {
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  return {
    next(row) {
      let key = createHash('sha256').update(row).digest('base64').slice(0, 22);
      let number = recent.get(key) ?? older.get(key) ?? 0;
      recent.set(key, number + 1);
      if (recent.size > keptRows) [older, recent] = [recent, new Map()];
      return number;
    },
  };
}
