/** `landfall migrate --check`: the migrations that the next start of this version would run. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { recordsFile } from 'gateway/floor/db/dialect';
import { pendingSteps } from 'gateway/floor/db/open';
import { eventsVersionIn } from 'gateway/events/duckdb/check';
import { duckdbColumns } from 'gateway/events/duckdb/columns';
import { storeVersion, summariesSince } from 'gateway/events/write/store-version';
import { eventsFile } from 'gateway/events/duckdb/engine';
import { isThere, refuseLostRecords, wasUsed } from '../server/data-folder';
import { recordsPlace } from '../server/installation-records';
import { readSettings } from '../server/settings';
import { CommandError } from './command-error';

export const migrateUsage = `Usage:
  landfall migrate --check [folder]   List the migrations that the next start of
                                      this version would run on DATA_DIR, or on
                                      another folder such as a backup. Changes
                                      nothing.

Exit codes: 0 none, 1 some, 2 unknown. Migrations run automatically at start.
Earlier versions cannot open migrated data.
`;

/** Returns the exit code. Throws CommandError for wrong usage. */
export async function migrateCommand(args: string[]): Promise<number> {
  let given = parsed(args);
  try {
    let { DATA_DIR, DATABASE_URL } = readSettings(process.env);
    let folder = path.resolve(given ?? DATA_DIR);
    if (!wasUsed(folder)) throw new Error(`No installation found in ${folder}. Check DATA_DIR.`);
    let isOnServer = DATABASE_URL !== undefined && !isThere(path.join(folder, recordsFile));
    if (!isOnServer) refuseLostRecords(folder);
    let pending = [
      ...(await recordsSteps({ DATA_DIR: folder, DATABASE_URL: isOnServer ? DATABASE_URL : undefined })),
      ...(await eventsSteps(folder)),
    ];
    let said = pending.length > 0 ? ['The next start would run', ...pending] : ['No pending migrations.'];
    process.stdout.write(`${said.join('\n')}\n`);
    return pending.length > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

function parsed(args: string[]): string | undefined {
  try {
    let options = { check: { type: 'boolean' } } as const;
    let { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    let [folder, extra] = positionals;
    if (extra !== undefined) throw new Error(`Unexpected argument: "${extra}"`);
    if (!values.check) throw new Error('Missing option: --check');
    return folder;
  } catch (error) {
    throw new CommandError(error, migrateUsage);
  }
}

async function recordsSteps(settings: { DATA_DIR: string; DATABASE_URL: string | undefined }): Promise<string[]> {
  let steps = await pendingSteps(recordsPlace(settings));
  return steps.map((name) => `  records: ${name}`);
}

async function eventsSteps(folder: string): Promise<string[]> {
  let version = await eventsVersionIn(folder).catch((error: unknown) => {
    let said = error instanceof Error ? error.message.trim() : String(error);
    throw new Error(
      /could not set lock/i.test(said)
        ? `A server is using ${eventsFile}, so its version cannot be read. Check a backup: landfall migrate --check <backup>`
        : `${eventsFile} cannot be read: ${said} "landfall check ${folder}" says more.`,
      { cause: error },
    );
  });
  if (version === null || version === storeVersion) return [];
  if (version > storeVersion)
    throw new Error(
      `${eventsFile} was written by a newer version of Landfall: version ${version}, supported up to ${storeVersion}.`,
    );
  let added = duckdbColumns.filter(({ since }) => since > version).map(({ name }) => name);
  if (version < summariesSince) added.push('summaries');
  return [
    `  events: from version ${version} to ${storeVersion}${added.length > 0 ? ` (adds ${added.join(', ')})` : ''}`,
  ];
}
