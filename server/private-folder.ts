/** Restricts the folder of the stores to the user of the server. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

const groupAndOthers = 0o077;

/**
 * Creates the folder if needed, and closes it to group and others: the folder itself (0700), its
 * files, and files that this process creates later (0600).
 */
export function keepPrivate(folder: string): void {
  process.umask(groupAndOthers);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  tighten(realpathSync(folder));
}

/** Files of another user, such as `lost+found` of a mounted disk, are left as they are. */
function tighten(place: string): void {
  let stats = lstatSync(place);
  if (stats.isSymbolicLink() || stats.uid !== process.getuid?.()) return;
  if (stats.mode & groupAndOthers) chmodSync(place, stats.mode & 0o700);
  if (stats.isDirectory()) for (let name of readdirSync(place)) tighten(path.join(place, name));
}
