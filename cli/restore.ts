/** `landfall restore`: makes a data folder of a backup, checked before and afterwards. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { giveToOwner } from '../server/private-folder';
import { copyOne, sumOf } from './backup-files';
import { checkCommand } from './check';
import { CommandError } from './command-error';
import { isInside, readManifest, type Manifest } from './manifest';

const usage = `Usage:
  landfall restore <backup> <folder>   Make a data folder of a backup and check it. The folder must be new or empty;
                                       it is what DATA_DIR names afterwards.

Ends with 0 when nothing is wrong, with 1 when something is.
`;

/** Where files lie in the new folder until all are there. */
const draftName = 'restore.unfinished';
/** What a server knows an installation by: with these in place it waits for the rest. */
const first = ['edge', 'events.journal', 'events.duckdb'];

/** Runs the command; gives the exit code. Throws CommandError for a command typed wrong. */
export async function restoreCommand([from, to, ...more]: string[]): Promise<number> {
  if (!from || !to || more.length > 0 || [from, to].some((given) => given.startsWith('-')))
    throw new CommandError(usage);
  let backup = path.resolve(from);
  let folder = path.resolve(to);
  let manifest = readManifest(backup);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(
      `${folder} is not empty, so nothing was restored. Stop its server and move it away, or name a new folder.`,
    );
  await verify(backup, manifest);
  await place(backup, folder, manifest);
  process.stdout.write(`Restored ${backup}, made at ${manifest.made_at}, to ${folder}.\n${notesOf(manifest)}\n`);
  return checkCommand([folder]);
}

/** Throws where a file is not as it was copied. */
async function verify(backup: string, { files }: Manifest): Promise<void> {
  let wrong: string[] = [];
  for (let { path: name, bytes, sha256 } of files) {
    let sum = isInside(name) ? await sumOf(path.join(backup, name)).catch(() => undefined) : undefined;
    if (sum?.bytes !== bytes || sum.sha256 !== sha256) wrong.push(name);
  }
  if (wrong.length > 0)
    throw new Error(
      `The backup ${backup} is damaged: ${wrong.join(', ')} ${wrong.length === 1 ? 'is' : 'are'} missing or not as copied. ` +
        'Nothing was restored. Use another backup.',
    );
}

async function place(backup: string, folder: string, { files }: Manifest): Promise<void> {
  let draft = path.join(folder, draftName);
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    for (let { path: name } of files) await copyOne(path.join(backup, name), path.join(draft, name));
    giveToOwner(
      folder,
      readdirSync(draft, { encoding: 'utf8', recursive: true }).map((name) => path.join(draft, name)),
    );
    let names = readdirSync(draft);
    for (let name of [
      ...first.filter((each) => names.includes(each)),
      ...names.filter((each) => !first.includes(each)),
    ])
      renameSync(path.join(draft, name), path.join(folder, name));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function notesOf({ records, has_salts }: Manifest): string {
  let notes = [
    records === 'postgres' &&
      'People and packages are not in it. Restore the dump of their database (pg_restore) before the server is started, and set DATABASE_URL.',
    !has_salts && "The salts of visitors' ids are not in it: the edge begins a new period.",
  ];
  return notes.map((note) => (note ? `${note}\n` : '')).join('');
}
