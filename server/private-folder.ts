/** The folder of the stores is for the user of the server alone. */
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { whyUnwritable } from './data-folder';

const groupAndOthers = 0o077;

/**
 * Makes the folder if need be, and closes it to group and others: the folder itself (0700), what it
 * holds already and what this process makes later (0600). Throws where there is no folder and none
 * can be made; `warn` is told where something could not be closed, as on a disk that is read-only.
 */
export function keepPrivate(folder: string, warn = (_error: unknown, _sentence: string) => {}): void {
  process.umask(groupAndOthers);
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(whyUnwritable(folder, error as NodeJS.ErrnoException), { cause: error });
  }
  try {
    tighten(realpathSync(folder));
  } catch (error) {
    warn(error, 'the data folder could not be closed to other users of this machine');
  }
}

/** What root has made for a folder is its owner's, whose server has to read it. */
export function giveToOwner(folder: string, files: readonly string[]): void {
  let { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0 && uid !== 0) for (let file of files) chownSync(file, uid, gid);
}

/** Files of another user, such as `lost+found` of a mounted disk, are left as they are. */
function tighten(place: string): void {
  let stats = lstatSync(place);
  if (stats.isSymbolicLink() || stats.uid !== process.getuid?.()) return;
  let allowed = stats.isDirectory() ? 0o700 : 0o600;
  if (stats.mode & 0o777 & ~allowed) chmodSync(place, stats.mode & allowed);
  if (stats.isDirectory()) for (let name of readdirSync(place)) tighten(path.join(place, name));
}
