/** Deletes old backups once a new one is there. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { manifestName, readManifest } from './manifest';

/** Deletes the oldest backups beside this one; what is no whole backup stays. */
export function deleteOlder(target: string, keep: number): void {
  let place = path.dirname(target);
  let backups = readdirSync(place)
    .map((name) => path.join(place, name))
    .filter((folder) => existsSync(path.join(folder, manifestName)))
    .map((folder) => ({ folder, made: readManifest(folder).made_at }))
    .sort((a, b) => (a.made < b.made ? 1 : -1));
  for (let { folder } of backups.slice(keep)) {
    rmSync(folder, { recursive: true });
    process.stdout.write(`Deleted the older backup ${folder}.\n`);
  }
}
