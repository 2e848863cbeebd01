#!/usr/bin/env node
/**
 * `landfall`: the command line of an installation. Uses the same settings as the server and can run
 * beside it.
 */
import { CommandError } from './command-error';
import { runCommand } from './run-command';

// What a command makes is for its user alone, as what the server makes.
process.umask(0o077);
runCommand(process.argv.slice(2)).then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof CommandError ? 2 : 1);
  },
);
