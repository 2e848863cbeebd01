/** What all commands of `landfall` have in common: help, and that no secret is an argument. */
import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { commandLine } from 'tests/support/command-line';
import { CommandError } from '../../cli/command-error';
import { runCommand } from '../../cli/run-command';

const cli = commandLine();

async function saidBy(...args: string[]): Promise<string> {
  cli.said = '';
  expect(await runCommand(args), args.join(' ')).toBe(0);
  return cli.said;
}

/** The commands that the help lists. */
async function commands(): Promise<string[]> {
  let found = [...(await saidBy('help')).matchAll(/^ {2}([a-z][a-z-]*)(?: {2,}|$)/gm)].map(([, name]) => name!);
  expect(found.length).toBeGreaterThan(13);
  return found.filter((name) => name !== 'help');
}

it('every command and what it can do prints its usage with --help and -h, ends with 0, and does nothing', async () => {
  for (let name of await commands())
    for (let help of ['--help', '-h']) {
      let usage = await saidBy(name, help);
      expect(usage).toMatch(new RegExp(`^Usage:\n  landfall ${name}\\b`));
      let actions = [...usage.matchAll(new RegExp(`^  landfall ${name} ([a-z-]+)`, 'gm'))].map(([, action]) => action!);
      for (let action of actions) {
        expect(await saidBy(name, action, help)).toBe(usage);
        expect(await saidBy(name, action, 'ada', help)).toBe(usage);
      }
    }
  expect(await saidBy('admin', 'suspend', '--help')).toContain('landfall admin suspend <name> [reason]');
  for (let asked of [[], ['--help'], ['-h']]) expect(await saidBy(...asked)).toBe(await saidBy('help'));
  expect(await saidBy('--version')).toBe(await saidBy('version'));
  expect(readdirSync(cli.folder)).toEqual([]);
});

it('a command that does not exist is refused', async () => {
  for (let name of ['backups', 'constructor', '--helps'])
    await expect(runCommand([name])).rejects.toThrow(CommandError);
  await expect(runCommand(['admin', 'suspend', '--', '--help'])).rejects.not.toThrow('landfall admin create');
});

it('no command takes a secret as an argument, or repeats one that an address has', async () => {
  for (let name of await commands()) {
    let usage = await saidBy(name, '--help');
    expect(usage).not.toMatch(/--\S*(password|token|secret|key)\b|<[^>]*(password|token|secret|key)[^>]*>/i);
  }
  let address = 'http://me:correct-horse@127.0.0.1:9';
  vi.stubEnv('LANDFALL_TOKEN', 'a-token');
  vi.stubEnv('LANDFALL_URL', address);
  for (let args of [
    ['import', 'events.csv', '--owner', 'ada', '--to', address],
    ['recount', '--api', address, '--owner', 'ada'],
    ['check-downloads', '--owner', 'ada', '--package', 'engine'],
  ]) {
    let refusal = (await runCommand(args).catch((error: unknown) => error)) as Error;
    expect(refusal).toBeInstanceOf(CommandError);
    expect(refusal.message).toContain('contains a user or password');
    expect(refusal.message + cli.said).not.toContain('correct-horse');
  }
});
