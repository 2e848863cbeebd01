/**
 * Ids for rows that have none of their own: the same for the same row, so that a file that is
 * imported twice is stored once.
 */
import { createHash } from 'node:crypto';

/**
 * A UUIDv7 of a time and a text. Ids of about the same time stand together, so that the store finds
 * them without reading all.
 */
export function derivedEventId(time: number, text: string): string {
  let bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUIntBE(time, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  let hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export interface DuplicateCounter {
  /** How many equal rows came before this one. */
  next(row: string): number;
}

/** So many rows are told apart at least; equal ones of a file stand near one another. */
const keptRows = 100_000;

/** Counts the equal rows of a file. */
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
