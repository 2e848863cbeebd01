/** Disk space: used by the data folder, and free. */
import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { keysOf } from 'contract/floor/keys-of';
import { ApiError } from './calls/api-error';

/** By the names of files and folders. */
const parts = {
  records: /^records\.sqlite/,
  events: /^events\.duckdb/,
  journal: /^events\.journal$/,
  temporary: /^events\.tmp$/,
  outbox: /^outbox$/,
} as const;

export interface DiskState {
  folder: string;
  free: number;
  total: number;
  used: number | null;
  parts: { part: keyof typeof parts; bytes: number | null }[];
}

/** Throws too-little-room if a folder's disk has less than `bytes` free. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  let { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) throw new ApiError('too-little-room');
}

/** With more files, sizes are not summed: a page waits for the result. */
const filesMax = 50_000;

export async function diskState(folder: string): Promise<DiskState> {
  let { bavail, blocks, bsize } = await statfs(folder);
  let names = await readdir(folder);
  let sizes = new Map<string, number | null>();
  for (let name of names) sizes.set(name, await sizeOf(path.join(folder, name)));
  let sum = (pattern: RegExp) =>
    names.filter((name) => pattern.test(name)).reduce<Size>((total, name) => plus(total, sizes.get(name)!), 0);
  return {
    folder,
    free: bavail * bsize,
    total: blocks * bsize,
    used: sum(/^/),
    parts: keysOf(parts).map((part) => ({ part, bytes: sum(parts[part]) })),
  };
}

type Size = number | null;

function plus(a: Size, b: Size): Size {
  return a === null || b === null ? null : a + b;
}

/** The size of a file or folder; files deleted meanwhile count as 0. */
async function sizeOf(place: string): Promise<Size> {
  let entry = await stat(place).catch(() => null);
  if (!entry?.isDirectory()) return entry?.size ?? 0;
  let names = await readdir(place, { recursive: true }).catch(() => []);
  if (names.length > filesMax) return null;
  let total = 0;
  for (let name of names) {
    let inside = await stat(path.join(place, name)).catch(() => null);
    if (inside?.isFile()) total += inside.size;
  }
  return total;
}
