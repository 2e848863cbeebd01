#!/usr/bin/env node
/**
 * `landfall`: the command line of an installation, with the settings of the server. It can run at
 * the same time.
 */
import { CommandError } from './command-error';
import { runCommand } from './run-command';

// Files are private to their user, as the server's are.
process.umask(0o077);
runCommand(process.argv.slice(2)).then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof CommandError ? 2 : 1);
  },
);
