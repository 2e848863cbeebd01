/** `landfall restore`: creates a data folder from a backup, checked before and afterwards. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { erasureListName, readErasureList } from 'gateway/erasure/erasure-list';
import { fillFolder, isFree } from '../server/fill-folder';
import { giveToOwner } from '../server/private-folder';
import { changedFiles, copyOne } from './backup-files';
import { checkCommand } from './check';
import { CommandError, requireArguments } from './command-error';
import { listFor } from './erasure-list';
import { readManifest, type Manifest } from './manifest';

export const restoreUsage = `Usage:
  landfall restore <backup> <folder>   Restore a backup to a data folder and
                                       check it. The folder must be new or
                                       empty. Set DATA_DIR to it afterwards.
    --erasures <file>                  List of data erased after the backup; the
                                       first start erases it again (default:
                                       erasures.json next to the backup)
    --without-erasures                 Nothing was erased after the backup

Exit codes: 0 no problems, 1 problems.
`;

/** A server recognizes an installation by these: with them in place it waits for the rest. */
const first = ['edge', 'events.journal', 'events.duckdb'];

/** Returns the exit code. Throws CommandError for wrong usage. */
export async function restoreCommand(args: string[]): Promise<number> {
  let { from, to, erasures, isWithout } = parsed(args);
  let backup = path.resolve(from);
  let folder = path.resolve(to);
  let manifest = readManifest(backup);
  if (!isFree(folder))
    throw new Error(
      `${folder} is not empty, so nothing was restored. Stop its server and move it away, or choose a new folder.`,
    );
  let list = isWithout ? undefined : listFor(backup, erasures);
  if (!list && !isWithout) throw new Error(noList(backup, erasures));
  let erased = list === undefined ? undefined : readErasureList(list);
  await verify(backup, manifest);
  await place(backup, folder, { manifest, list });
  let notes = notesOf(manifest, erased?.made_at);
  process.stdout.write(`Restored ${backup}, made at ${manifest.made_at}, to ${folder}.\n${notes}\n`);
  return checkCommand([folder]);
}

function parsed(args: string[]) {
  try {
    let options = { erasures: { type: 'string' }, 'without-erasures': { type: 'boolean', default: false } } as const;
    let { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    requireArguments(positionals, ['backup', 'folder'], restoreUsage);
    let [from = '', to = ''] = positionals;
    let { erasures, 'without-erasures': isWithout } = values;
    if (isWithout && erasures !== undefined) throw new Error('Use either --erasures or --without-erasures');
    return { from, to, erasures, isWithout };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(error, restoreUsage);
  }
}

function noList(backup: string, given: string | undefined): string {
  let file = given ?? path.join(path.dirname(backup), erasureListName);
  return (
    `${file} is missing, so data erased after the backup would come back. Copy it from next to the backup, or name it ` +
    'with --erasures. If nothing was erased, use --without-erasures. Nothing was restored.'
  );
}

/** Throws if a file has changed since the backup. */
async function verify(backup: string, manifest: Manifest): Promise<void> {
  let wrong = await changedFiles(backup, manifest);
  if (wrong.length > 0)
    throw new Error(
      `The backup ${backup} is damaged: ${wrong.join(', ')} ${wrong.length === 1 ? 'is' : 'are'} missing or changed. ` +
        'Nothing was restored. Use another backup.',
    );
}

interface Placed {
  manifest: Manifest;
  /** The file that lists what was erased after the backup. */
  list: string | undefined;
}

async function place(backup: string, folder: string, { manifest: { files }, list }: Placed): Promise<void> {
  await fillFolder(
    folder,
    async (draft) => {
      for (let { path: name } of files) await copyOne(path.join(backup, name), path.join(draft, name));
      // With the rest: a server on a folder without it would bring back what was erased.
      if (list) await copyOne(list, path.join(draft, erasureListName));
      giveToOwner(
        folder,
        readdirSync(draft, { encoding: 'utf8', recursive: true }).map((name) => path.join(draft, name)),
      );
    },
    first,
  );
}

function notesOf({ records, has_salts }: Manifest, erasuresUntil: string | undefined): string {
  let notes = [
    erasuresUntil &&
      `The first start erases again data that was erased until ${erasuresUntil}. Repeat later erasures yourself.`,
    records === 'postgres' &&
      'People and packages are not included. Restore the dump of their database (pg_restore) and set DATABASE_URL before you start the server.',
    !has_salts && 'Visitor salts are not included, so the edge starts a new period.',
  ];
  return notes.map((note) => (note ? `${note}\n` : '')).join('');
}
