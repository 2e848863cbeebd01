/**
 * Scripts and styles of earlier versions, which pages that were open at an upgrade go on asking for.
 * Each version leaves a copy of its own in DATA_DIR: its folder may be gone when the next one starts.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';

/** The folder in DATA_DIR. */
export const previousAssetsFolder = 'pages';
/** Of a build, and below what pages ask for: names in it say what a file has inside. */
const hashed = 'assets';
const keptMs = 86_400_000;

/**
 * Gives the folder with the files that this build no longer has, for a day from its first start on.
 * Copies those of this build for the next one meanwhile. Undefined where DATA_DIR cannot be written.
 */
export function previousAssets(built: string, dataFolder: string, log: Logger): string | undefined {
  let own = path.join(built, hashed);
  let [current, earlier] = ['current', 'earlier'].map((name) =>
    path.join(dataFolder, previousAssetsFolder, name, hashed),
  );
  try {
    for (let folder of [current!, earlier!]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    let names = readdirSync(own);
    moveAway(new Set(names), current!, earlier!);
    copyMissing(names, own, current!).catch((error: unknown) => notKept(log, error));
    return path.dirname(earlier!);
  } catch (error) {
    notKept(log, error);
    return undefined;
  }
}

function notKept(log: Logger, error: unknown): void {
  log.warn({ err: error }, 'files of pages are not kept for tabs that are open at the next upgrade');
}

function moveAway(own: ReadonlySet<string>, current: string, earlier: string): void {
  let now = new Date();
  for (let name of readdirSync(current).filter((one) => !own.has(one))) {
    utimesSync(path.join(current, name), now, now);
    renameSync(path.join(current, name), path.join(earlier, name));
  }
  for (let name of readdirSync(earlier)) {
    let file = path.join(earlier, name);
    if (now.getTime() - statSync(file).mtimeMs > keptMs) rmSync(file);
  }
}

async function copyMissing(names: readonly string[], own: string, current: string): Promise<void> {
  let known = new Set(readdirSync(current));
  for (let name of names.filter((one) => !known.has(one))) {
    let copy = path.join(current, name);
    // A start that is cut off leaves no half of a file under its name.
    await writeFile(`${copy}.new`, await readFile(path.join(own, name)), { mode: 0o600 });
    await rename(`${copy}.new`, copy);
  }
}
