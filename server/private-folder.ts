/** The folder of the stores is for the user of the server alone. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

const groupAndOthers = 0o077;

/**
 * Makes the folder if need be, and closes it to group and others: the folder itself (0700), what it
 * holds already and what this process makes later (0600).
 */
export function keepPrivate(folder: string): void {
  process.umask(groupAndOthers);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  tighten(realpathSync(folder));
}

/** What belongs to another user, such as `lost+found` of a mounted disk, is not ours to change. */
function tighten(place: string): void {
  let stats = lstatSync(place);
  if (stats.isSymbolicLink() || stats.uid !== process.getuid?.()) return;
  if (stats.mode & groupAndOthers) chmodSync(place, stats.mode & 0o700);
  if (stats.isDirectory()) for (let name of readdirSync(place)) tighten(path.join(place, name));
}
