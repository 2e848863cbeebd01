/**
 * Scripts and styles of previous versions, for pages that were open during an upgrade. Each version
 * copies its files to DATA_DIR, as its own folder may be deleted before the next start.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';

/** The folder in DATA_DIR. */
export const previousAssetsFolder = 'pages';
/** Their names contain a hash of their content. */
const hashed = 'assets';
const keptMs = 86_400_000;

/**
 * Returns the folder with the files that this build no longer has, kept for a day after its first
 * start. Copies the files of this build for the next one. Undefined if DATA_DIR is not writable.
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
  log.warn({ err: error }, 'could not keep page assets for tabs that are open during an upgrade');
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
    // An interrupted copy leaves no partial file under this name.
    await writeFile(`${copy}.new`, await readFile(path.join(own, name)), { mode: 0o600 });
    await rename(`${copy}.new`, copy);
  }
}
