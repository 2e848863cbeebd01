/** Keeps the folder of the stores private to the user of the server. */
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { whyUnwritable } from './data-folder';

const groupAndOthers = 0o077;

/**
 * Creates the folder if needed, and restricts it (0700), its content and the files this process
 * creates later (0600). Throws if it cannot be created; calls `warn` for what cannot be restricted,
 * as on a read-only disk.
 */
export function keepPrivate(folder: string, warn = (_error: unknown, _sentence: string) => {}): void {
  process.umask(groupAndOthers);
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(whyUnwritable(folder, error), { cause: error });
  }
  try {
    tighten(realpathSync(folder));
  } catch (error) {
    warn(error, 'could not make the data folder private');
  }
}

/** Gives files that root has created to the folder's owner, whose server must read them. */
export function giveToOwner(folder: string, files: readonly string[]): void {
  let { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0 && uid !== 0) for (let file of files) chownSync(file, uid, gid);
}

/** Leaves files of other users alone, such as `lost+found` of a mounted disk. */
function tighten(place: string): void {
  let stats = lstatSync(place);
  if (stats.isSymbolicLink() || stats.uid !== process.getuid?.()) return;
  let allowed = stats.isDirectory() ? 0o700 : 0o600;
  if (stats.mode & 0o777 & ~allowed) chmodSync(place, stats.mode & allowed);
  if (stats.isDirectory()) for (let name of readdirSync(place)) tighten(path.join(place, name));
}
