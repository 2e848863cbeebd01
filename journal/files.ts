/** Where the journal of a data folder lies, and whose it is. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Origin } from './format';

const ending = '.log';

/** The folder of the journal. */
export function journalFolder(folder: string): string {
  return path.join(folder, 'events.journal');
}

/** The journal's files in the order they were written. */
export async function fileNames(place: string): Promise<string[]> {
  let found = await readdir(place).catch(() => []);
  return found.filter((name) => name.endsWith(ending)).sort();
}

const numberWidth = 16;

/** A file is named by the place of its first event. */
export function nameOf(seq: number): string {
  return `${String(seq).padStart(numberWidth, '0')}${ending}`;
}

/** The place of the first event of a file. */
export function firstOf(name: string): number {
  return Number(name.slice(0, numberWidth));
}

/**
 * The id of this node, made once and kept in `node.json`, and the epoch of its journal, made with
 * the journal's folder.
 * With the place of an event they name it among those of all nodes.
 */
export function originOf(folder: string): Origin {
  mkdirSync(journalFolder(folder), { recursive: true, mode: 0o700 });
  let { id: node } = idIn(path.join(folder, 'node.json'));
  let { id: epoch } = idIn(path.join(journalFolder(folder), 'epoch.json'));
  return { node, epoch };
}

const Kept = z.object({ id: z.string().uuid() });

function idIn(file: string): z.infer<typeof Kept> {
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ id: randomUUID() }), { mode: 0o600, flag: 'wx' });
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} cannot be read. Restore it from a backup, or delete it: a new one is made then.`, {
      cause: error,
    });
  }
}

/** A new file is only durable once its folder is. */
export async function syncFolder(place: string): Promise<void> {
  let handle = await open(place, 'r');
  await handle.sync().finally(() => handle.close());
}
