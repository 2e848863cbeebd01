/** The list of files in a backup. A folder without it is not a complete backup. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isRecord } from 'contract/floor/keys-of';

export const manifestName = 'backup.json';

const manifestFormat = 1;

export const Manifest = z.object({
  format: z.literal(manifestFormat),
  made_at: z.string().datetime(),
  /** The version of the program that made it; null if unknown. */
  version: z.string().nullable(),
  commit: z.string().nullable(),
  /** A server was running. */
  is_online: z.boolean(),
  /** In the backup, or in a database that is not part of it. */
  records: z.enum(['sqlite', 'postgres']),
  /** The backup has the salts of visitor ids. */
  has_salts: z.boolean(),
  /** The last migration of the records, and the version of the event store; null if it has none. */
  records_step: z.string().nullable(),
  events_version: z.number().int().nullable(),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Throws if there is none that this version can read. */
export function readManifest(backup: string): Manifest {
  let file = path.join(backup, manifestName);
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${backup} is not a complete backup: ${file} is missing or unreadable.`, {
      cause: error,
    });
  }
  if (isRecord(read) && typeof read.format === 'number' && read.format > manifestFormat)
    throw new Error(`The backup ${backup} was created by a newer version of Landfall. Restore it with that version.`);
  let manifest = Manifest.safeParse(read);
  if (!manifest.success) throw new Error(`${file} is damaged. Use another backup.`);
  return manifest.data;
}

/** Whether the path stays in its folder. */
export function isInside(relative: string): boolean {
  return relative !== '' && !path.isAbsolute(relative) && !relative.split(/[\\/]/).includes('..');
}

/** Keeps the newest `keep` backups of a folder; incomplete ones are left alone. */
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
