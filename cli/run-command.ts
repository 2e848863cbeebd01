/** Runs a command of `landfall`, or lists the commands. */
import { productVersion } from '../server/version';
import { adminCommand, adminUsage } from './admin';
import { backupCommand, backupUsage } from './backup';
import { resetCommand, resetUsage } from './reset';
import { checkCommand, checkUsage } from './check';
import { checkDownloadsCommand, checkDownloadsUsage } from './check-downloads';
import { CommandError } from './command-error';
import { correctTimesCommand, correctTimesUsage } from './correct-times';
import { doctorCommand, doctorUsage } from './doctor';
import { importCommand, importUsage } from './import';
import { migrateCommand, migrateUsage } from './migrate';
import { moveCommand } from './move';
import { moveUsage } from './move-arguments';
import { rebalanceCommand, rebalanceUsage } from './rebalance';
import { recountCommand, recountUsage } from './recount';
import { restoreCommand, restoreUsage } from './restore';
import { retentionCommand, retentionUsage } from './retention';
import { secretsCommand, secretsUsage } from './secrets';

interface Command {
  usage: string;
  /** The exit code; 0 when left out. */
  run(args: string[]): Promise<number | void> | void;
}

const usage = `Usage: landfall <command>

Commands:
  admin       Manage platform admins, suspensions and sessions, confirm the clock:
              landfall admin create|grant|revoke|list|suspend|lift|sign-out|
              sign-out-all|confirm-clock
  backup      Back up the installation, even while the server runs:
              landfall backup <folder>
  begin-anew  Start over after a file was lost:
              landfall begin-anew records|events|secrets
  check       Check the stores of a data folder for damage: landfall check <folder>
  check-downloads
              Fail in CI if downloads of a package or release dropped:
              landfall check-downloads --owner <name> --package <name>
              --release <version>
  correct-times
              Move the times of events that were stored while the clock was ahead:
              landfall correct-times --back 30d --check
  doctor      Check ports, stores, disk, PUBLIC_URL, proxy, clock, DNS and mail:
              landfall doctor
  import      Import exported events: landfall import <file> --owner <name> --to <url>
  migrate     List pending migrations: landfall migrate --check [folder]
  move        Copy records to PostgreSQL and events to ClickHouse: landfall move
  rebalance   Move events between the shards of ClickHouse: landfall rebalance
  recount     Recount reports from exported events:
              landfall recount --api <url> --owner <name>
  restore     Restore a backup to a data folder: landfall restore <backup> <folder>
  retention   Show or set retention: landfall retention [set <name> <days>]
  secrets     Rotate the secrets: landfall secrets renew
  version     Print the version
  help        Show this text

Run "landfall <command> --help" for details. Settings are read from the
environment, like the server's (DATA_DIR, DATABASE_URL, PUBLIC_URL).
`;

const versionUsage = `Usage:
  landfall version   Print the version
`;

const commands = new Map<string, Command>([
  ['admin', { usage: adminUsage, run: adminCommand }],
  ['backup', { usage: backupUsage, run: backupCommand }],
  ['begin-anew', { usage: resetUsage, run: resetCommand }],
  ['check', { usage: checkUsage, run: checkCommand }],
  ['check-downloads', { usage: checkDownloadsUsage, run: checkDownloadsCommand }],
  ['correct-times', { usage: correctTimesUsage, run: correctTimesCommand }],
  ['doctor', { usage: doctorUsage, run: doctorCommand }],
  ['import', { usage: importUsage, run: importCommand }],
  ['migrate', { usage: migrateUsage, run: migrateCommand }],
  ['move', { usage: moveUsage, run: moveCommand }],
  ['rebalance', { usage: rebalanceUsage, run: rebalanceCommand }],
  ['recount', { usage: recountUsage, run: recountCommand }],
  ['restore', { usage: restoreUsage, run: restoreCommand }],
  ['retention', { usage: retentionUsage, run: retentionCommand }],
  ['secrets', { usage: secretsUsage, run: secretsCommand }],
  ['version', { usage: versionUsage, run: sayVersion }],
]);

/** Returns the exit code. Throws CommandError for wrong usage. */
export async function runCommand([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || isHelp(name)) return say(usage);
  let command = commands.get(name.replace(/^--(?=version$)/, ''));
  if (!command) throw new CommandError(`Unknown command "${name}".`, usage);
  if (options(args).some(isHelp)) return say(command.usage);
  return (await command.run(args)) ?? 0;
}

/** Arguments after `--` are not options. */
function options(args: string[]): string[] {
  let end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function sayVersion(): void {
  let { version = 'unknown', commit } = productVersion();
  say(`${version}${commit ? ` (${commit})` : ''}\n`);
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
