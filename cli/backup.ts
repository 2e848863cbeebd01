/** `landfall backup`: one consistent copy of an installation, also while its server runs. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { copyRecords, stepsIn } from 'gateway/floor/db/copy';
import { eventsVersionIn } from 'gateway/events/duckdb/check';
import { eventsFile } from 'gateway/events/duckdb/engine';
import { fileNames, journalFolder } from 'journal/files';
import { noteBackup } from '../server/backup-request';
import { explainFolder, explainFullDisk, isThere, wasUsed } from '../server/data-folder';
import { isFolderLocked } from '../server/folder-lock';
import { readSettings, type Settings } from '../server/settings';
import { productVersion } from '../server/version';
import { copyOne, filesAt, readStoreHeader, backupFiles, checksumFile } from './backup-files';
import { upload, uploadTarget } from './backup-upload';
import { CommandError, requireArguments } from './command-error';
import { writeErasureList } from './erasure-list';
import { freezeStores, type FrozenStores } from './freeze-stores';
import { deleteOlder, manifestName, type Manifest } from './manifest';

export const backupUsage = `Usage:
  landfall backup <folder>   Back up the installation in DATA_DIR to a new
                             folder: a consistent copy of records, events,
                             journal, edge files and secrets. The server may
                             keep running; downloads never wait.
  landfall backup s3://<bucket>/<prefix>
                             Back up to a bucket, using a temporary folder
                             (TMPDIR). Needs AWS_ACCESS_KEY_ID,
                             AWS_SECRET_ACCESS_KEY and AWS_REGION, and
                             AWS_ENDPOINT_URL for storage other than Amazon S3.
    --keep <number>          Keep this many backups in the same folder and
                             delete older ones. Not for buckets
    --erasures-only          Update only the list of erased data, without a backup.
                             The only option for one of many processes (ROLE)
    --without-salts          Leave out edge/salts.json and edge/periods.json, so
                             that visitor ids in the backup cannot be traced to
                             IP addresses. Use it for backups kept longer than
                             SALT_ROTATION

The folder gets its name when the backup is complete. Restore it with "landfall
restore". erasures.json next to the backup lists erased data, so that restoring
an older backup does not bring it back. Run this once a day.
`;

/** Secrets of visitor ids: those of this edge, and those that all edge nodes share. */
const saltFiles = ['edge/salts.json', 'edge/periods.json'];

interface Plan {
  folder: string;
  /** Folder of the unfinished backup. */
  draft: string;
  hasRecords: boolean;
  withoutSalts: boolean;
}

export async function backupCommand(args: string[]): Promise<void> {
  let { target, withoutSalts, keep, erasuresOnly } = parsed(args);
  let settings = readSettings(process.env);
  if (!erasuresOnly) refuseOneOfMany(settings);
  let begun = new Date();
  let place = target.startsWith('s3://') ? target : path.resolve(target);
  if (!erasuresOnly) await copyTo(place, settings, withoutSalts);
  await writeErasureList(place, settings);
  if (!erasuresOnly) noteBackup(path.resolve(settings.DATA_DIR), begun);
  if (keep !== undefined) deleteOlder(place, keep);
}

async function copyTo(target: string, settings: Settings, withoutSalts: boolean): Promise<void> {
  if (!target.startsWith('s3://')) {
    let manifest = await makeBackup(target, settings, withoutSalts);
    return report(target, manifest, settings.DATABASE_URL);
  }
  let to = uploadTarget(target, process.env);
  let place = mkdtempSync(path.join(tmpdir(), 'landfall-backup-'));
  let settled = removeOnSignal(place);
  try {
    let made = path.join(place, 'backup');
    let manifest = await makeBackup(made, settings, withoutSalts);
    await upload(made, manifest, to);
    report(target, manifest, settings.DATABASE_URL);
  } finally {
    rmSync(place, { recursive: true, force: true });
    settled();
  }
}

async function makeBackup(target: string, settings: Settings, withoutSalts: boolean): Promise<Manifest> {
  let folder = path.resolve(settings.DATA_DIR);
  let draft = `${target}.unfinished-${randomUUID().slice(0, 8)}`;
  let settled = removeOnSignal(draft);
  try {
    refuse(folder, target);
    mkdirSync(path.dirname(target), { recursive: true });
    mkdirSync(draft, { mode: 0o700 });
  } catch (error) {
    settled();
    throw explainFolder(target, error);
  }
  try {
    let manifest = await copyAll({ folder, draft, hasRecords: !settings.DATABASE_URL, withoutSalts });
    renameSync(draft, target);
    await syncFolder(path.dirname(target));
    return manifest;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw explainFullDisk(path.dirname(target), error);
  } finally {
    settled();
  }
}

/**
 * An interrupted command must leave no secrets behind. Returns the function that removes the
 * handler.
 */
function removeOnSignal(folder: string): () => void {
  let leave = () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(1);
  };
  process.once('SIGINT', leave).once('SIGTERM', leave);
  return () => void process.off('SIGINT', leave).off('SIGTERM', leave);
}

interface Asked {
  target: string;
  withoutSalts: boolean;
  erasuresOnly: boolean;
  /** Number of backups to keep; all when left out. */
  keep: number | undefined;
}

function parsed(args: string[]): Asked {
  try {
    let flag = { type: 'boolean', default: false } as const;
    let options = { 'without-salts': flag, 'erasures-only': flag, keep: { type: 'string' } } as const;
    let { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    requireArguments(positionals, ['folder'], backupUsage);
    let [target = ''] = positionals;
    let keep = values.keep === undefined ? undefined : Number(values.keep);
    if (keep !== undefined && !(keep >= 1 && Number.isInteger(keep))) throw new Error('--keep takes 1 or more');
    if (keep !== undefined && target.startsWith('s3://')) throw new Error('--keep is not for buckets');
    return { target, withoutSalts: values['without-salts'], erasuresOnly: values['erasures-only'], keep };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(error, backupUsage);
  }
}

/**
 * The data of one of many processes is on other servers, except events that an edge has not sent
 * yet.
 */
function refuseOneOfMany({ ROLE, SECRETS_ENCRYPTION_KEY }: Settings): void {
  if (ROLE === 'web' || ROLE === 'jobs' || (ROLE === 'edge' && SECRETS_ENCRYPTION_KEY))
    throw new Error(
      `With ROLE=${ROLE} people, packages and events are in PostgreSQL and ClickHouse. Back these up by pg_dump and by ` +
        'BACKUP of ClickHouse, and keep SECRETS_ENCRYPTION_KEY. Add --erasures-only to update the list of erased data.',
    );
}

function refuse(folder: string, target: string): void {
  if (!wasUsed(folder)) throw new Error(`No installation found in ${folder}. Check DATA_DIR.`);
  if (!path.relative(folder, target).startsWith('..'))
    throw new Error(`${target} is inside the data folder. Choose a folder elsewhere, preferably on another disk.`);
  let there = statSync(target, { throwIfNoEntry: false });
  if (there && !(there.isDirectory() && readdirSync(target).length === 0))
    throw new Error(`${target} already exists. Choose a new folder for each backup.`);
}

async function copyAll(plan: Plan): Promise<Manifest> {
  let isOnline = await isServerRunning(plan.folder);
  let stores = isOnline ? await freezeStores(plan.folder) : undefined;
  try {
    await copyStores(plan, stores);
  } finally {
    stores?.end();
  }
  return writeManifest(plan, isOnline);
}

/** Whether a server runs. Throws if the event store in its folder is damaged. */
export async function isServerRunning(folder: string): Promise<boolean> {
  if (!isThere(path.join(folder, eventsFile))) return isFolderLocked(folder);
  try {
    await eventsVersionIn(folder);
    return false;
  } catch (error) {
    let said = error instanceof Error ? error.message.trim() : String(error);
    if (/could not set lock/i.test(said)) return true;
    throw new Error(`${eventsFile} in ${folder} cannot be read: ${said} "landfall check" says more.`, { cause: error });
  }
}

/**
 * Records, journal and events are from the same moment: until the records are copied and the
 * journal is measured no event is stored, and until the journal is copied none of it is deleted.
 */
async function copyStores({ folder, draft, hasRecords, withoutSalts }: Plan, stores?: FrozenStores): Promise<void> {
  if (hasRecords) copyRecords(folder, draft);
  let header = headerIn(folder);
  let segments = await sizesOf(journalFolder(folder));
  stores?.check();
  stores?.letIn();
  for (let name of backupFiles(folder))
    if (!segments.has(path.join(folder, name)) && !(withoutSalts && saltFiles.includes(name)))
      await copyOne(path.join(folder, name), path.join(draft, name));
  for (let [file, bytes] of segments) await copyOne(file, path.join(draft, path.relative(folder, file)), bytes);
  // Without a server the write-ahead log has events that are not in the file yet.
  let names = stores ? [eventsFile] : [eventsFile, `${eventsFile}.wal`];
  let log = sizeOf(folder, `${eventsFile}.wal`);
  for (let name of names) await copyOne(path.join(folder, name), path.join(draft, name));
  stores?.check();
  let isSame = headerIn(folder).equals(header) && headerIn(draft).equals(header);
  if (!isSame || (!stores && sizeOf(folder, `${eventsFile}.wal`) !== log))
    throw new Error(
      `${eventsFile} changed during the backup, for example because a server was started. Run the backup again.`,
    );
}

function headerIn(folder: string): Buffer {
  return isThere(path.join(folder, eventsFile)) ? readStoreHeader(path.join(folder, eventsFile)) : Buffer.alloc(0);
}

function sizeOf(folder: string, name: string): number {
  return statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
}

/** The segments of the journal with their current sizes, oldest first. */
async function sizesOf(journal: string): Promise<Map<string, number>> {
  let files = (await fileNames(journal)).map((name) => path.join(journal, name));
  return new Map(files.map((file) => [file, statSync(file).size]));
}

async function writeManifest({ draft, hasRecords }: Plan, isOnline: boolean): Promise<Manifest> {
  let { version = null, commit = null } = productVersion();
  let manifest: Manifest = {
    format: 1,
    made_at: new Date().toISOString(),
    version,
    commit,
    is_online: isOnline,
    records: hasRecords ? 'sqlite' : 'postgres',
    has_salts: saltFiles.some((name) => isThere(path.join(draft, name))),
    records_step: hasRecords ? (stepsIn(draft).at(-1) ?? null) : null,
    events_version: isThere(path.join(draft, eventsFile)) ? await eventsVersionIn(draft) : null,
    files: [],
  };
  for (let name of readdirSync(draft).flatMap((entry) => filesAt(draft, entry)))
    manifest.files.push({ path: name, ...(await checksumFile(path.join(draft, name))) });
  writeFileSync(path.join(draft, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  for (let place of new Set(manifest.files.map(({ path: name }) => path.dirname(name))))
    await syncFolder(path.join(draft, place));
  return manifest;
}

async function syncFolder(place: string): Promise<void> {
  let handle = await open(place, 'r');
  await handle.sync().finally(() => handle.close());
}

function report(target: string, { files, is_online, records, has_salts }: Manifest, databaseUrl = ''): void {
  let megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  let lines = [
    `Made the backup ${target}: ${files.length} files, ${megabytes.toLocaleString('en', { maximumFractionDigits: 1 })} MB, ` +
      `${is_online ? 'of a running server' : 'no server was running'}.`,
  ];
  if (!has_salts) lines.push('Visitor salts are not included.');
  if (records === 'postgres')
    lines.push(
      'People and packages are NOT included: they are in the database of DATABASE_URL. Dump it now, for example with',
      '',
      `  pg_dump --format=custom --file=${target.startsWith('s3://') ? 'landfall' : target}.pgdump '${withoutPassword(databaseUrl)}'`,
      '',
      'Give pg_dump the password in ~/.pgpass or PGPASSWORD. Every user of the machine can read arguments.',
    );
  process.stdout.write(`${lines.join('\n')}\n`);
}

function withoutPassword(databaseUrl: string): string {
  let url = new URL(databaseUrl);
  url.password = '';
  url.searchParams.delete('password');
  return url.href;
}
