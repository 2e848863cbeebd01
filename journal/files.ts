/** Files of the journal in a data folder. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const ending = '.log';
const numberWidth = 16;

export function journalFolder(folder: string): string {
  return path.join(folder, 'events.journal');
}

/** The segments of a journal, oldest first. */
export async function fileNames(place: string): Promise<string[]> {
  let found = await readdir(place).catch(() => []);
  return found.filter((name) => name.endsWith(ending)).sort();
}

/**
 * The name of the next segment, also after `before` was deleted: names are never reused, since
 * readers remember how far they read in each.
 */
export async function nextName(place: string, before?: string): Promise<string> {
  let last = [...(await fileNames(place)), ...(before ? [before] : [])].sort().at(-1);
  let number = last === undefined ? 1 : Number(last.slice(0, numberWidth)) + 1;
  return `${String(number).padStart(numberWidth, '0')}${ending}`;
}

const Kept = z.object({ id: z.string().uuid() });

/** The id of this node, created once and kept in `node.json`. */
export function nodeOf(folder: string): string {
  mkdirSync(journalFolder(folder), { recursive: true, mode: 0o700 });
  let file = path.join(folder, 'node.json');
  if (!existsSync(file)) {
    // A full disk leaves no empty file under this name.
    writeFileSync(`${file}.new`, JSON.stringify({ id: randomUUID() }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8'))).id;
  } catch (error) {
    throw new Error(`${file} cannot be read. Restore it from a backup, or delete it: a new one is made then.`, {
      cause: error,
    });
  }
}

/** A new file is durable only once its folder is. */
export async function syncFolder(place: string): Promise<void> {
  let handle = await open(place, 'r');
  await handle.sync().finally(() => handle.close());
}
