#!/usr/bin/env node
/**
 * `landfall`: the command line of an installation. Uses the same settings as the server and can run
 * beside it.
 */
import { adminCommand } from './admin';
import { backupCommand } from './backup';
import { beginAnewCommand } from './begin-anew';
import { checkCommand } from './check';
import { checkDownloadsCommand } from './check-downloads';
import { CommandError } from './command-error';
import { doctorCommand } from './doctor';
import { importCommand } from './import';
import { migrateCommand } from './migrate';
import { moveCommand } from './move';
import { recountCommand } from './recount';
import { restoreCommand } from './restore';
import { retentionCommand } from './retention';
import { productVersion } from '../server/version';
import { secretsCommand } from './secrets';

const usage = `Usage: landfall <command>

Commands:
  admin       Platform admins, suspensions and sessions:
              landfall admin create|grant|revoke|list|suspend|lift|sign-out|sign-out-all
  backup      Copy the installation, also while its server runs: landfall backup <folder>
  begin-anew  Go on without a file that is lost: landfall begin-anew records|events|secrets
  check       Whether the stores of a data folder are whole: landfall check <folder>
  check-downloads
              Fail where a package or a release has lost downloads, for CI:
              landfall check-downloads --owner <name> --package <name> --release <version>
  doctor      Check ports, stores, disk, PUBLIC_URL, proxy, clock, DNS and mail: landfall doctor
  import      Send exported events to an installation: landfall import <file> --owner <name> --to <url>
  migrate     Which migrations the next start would run: landfall migrate --check [folder]
  move        Copy records to PostgreSQL and events to ClickHouse: landfall move
  recount     Count reports again from exported events: landfall recount --api <url> --owner <name>
  restore     Make a data folder of a backup: landfall restore <backup> <folder>
  retention   How long things are kept, and events of an owner: landfall retention [set <name> <days>]
  secrets     Replace the secrets of the installation: landfall secrets renew
  version     Print the version
  help        Show this text

Settings are read from the environment, as the server does (DATA_DIR, DATABASE_URL, PUBLIC_URL).
`;

async function main([command, ...rest]: string[]): Promise<void> {
  if (command === undefined || command === 'help' || command === '--help' || command === '-h')
    return void process.stdout.write(usage);
  if (command === 'version' || command === '--version') return sayVersion();
  if (command === 'admin') return adminCommand(rest);
  if (command === 'backup') return backupCommand(rest);
  if (command === 'begin-anew') return beginAnewCommand(rest);
  if (command === 'check') return void (process.exitCode = await checkCommand(rest));
  if (command === 'check-downloads') return void (process.exitCode = await checkDownloadsCommand(rest));
  if (command === 'doctor') return void (process.exitCode = await doctorCommand(rest));
  if (command === 'import') return void (process.exitCode = await importCommand(rest));
  if (command === 'migrate') return void (process.exitCode = await migrateCommand(rest));
  if (command === 'move') return void (process.exitCode = await moveCommand(rest));
  if (command === 'recount') return void (process.exitCode = await recountCommand(rest));
  if (command === 'restore') return void (process.exitCode = await restoreCommand(rest));
  if (command === 'retention') return retentionCommand(rest);
  if (command === 'secrets') return secretsCommand(rest);
  throw new CommandError(`There is no command "${command}".\n\n${usage}`);
}

function sayVersion(): void {
  let { version = 'unknown', commit } = productVersion();
  process.stdout.write(`${version}${commit ? ` (${commit})` : ''}\n`);
}

/** Help that was asked for is no error. */
function isHelp(args: string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

// What a command makes is for its user alone, as what the server makes.
process.umask(0o077);
let given = process.argv.slice(2);
main(given).catch((error: unknown) => {
  if (error instanceof CommandError && isHelp(given)) return void process.stdout.write(`${error.message}\n`);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof CommandError ? 2 : 1);
});
