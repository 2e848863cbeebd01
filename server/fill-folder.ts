/**
 * Fills a new folder at once: everything is written to a folder inside it, which gets another name
 * when it is complete, and moves up then. An interrupted run leaves nothing else.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { explainFullDisk } from './data-folder';

const draftName = 'unfinished';
const completeName = 'complete';

/** Whether the folder is missing or empty, but for what an interrupted run has left. */
export function isFree(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).every((name) => name === draftName);
}

/** `first`: names that move up before the others. */
export async function fillFolder<T>(
  folder: string,
  fill: (draft: string) => Promise<T>,
  first: readonly string[] = [],
): Promise<T> {
  let draft = path.join(folder, draftName);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    let result = await fill(draft);
    renameSync(draft, path.join(folder, completeName));
    moveUp(folder, first);
    return result;
  } catch (error) {
    throw explainFullDisk(folder, error);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Moves up what an interrupted run had completed; each start of a server does. */
export function moveUp(folder: string, first: readonly string[] = []): void {
  let complete = path.join(folder, completeName);
  if (!existsSync(complete)) return;
  let names = readdirSync(complete);
  let others = names.filter((name) => !first.includes(name));
  for (let name of [...first.filter((one) => names.includes(one)), ...others])
    renameSync(path.join(complete, name), path.join(folder, name));
  rmdirSync(complete);
}
