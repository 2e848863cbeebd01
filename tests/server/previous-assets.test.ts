/** Files of earlier versions, for pages that were open at an upgrade. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backupFiles } from '../../cli/backup-files';
import { previousAssets } from '../../server/previous-assets';

const quiet = pino({ level: 'silent' });

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'earlier-'));
  data = path.join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The build of a version, in a separate folder. */
function version(name: string, files: readonly string[]): string {
  let built = path.join(folder, name);
  mkdirSync(path.join(built, 'assets'), { recursive: true });
  for (let file of files) writeFileSync(path.join(built, 'assets', file), file);
  return built;
}

const kept = (which: 'current' | 'earlier') => path.join(data, 'pages', which, 'assets');

/** Starts a version, and waits until its files are copied; gives what it serves of earlier ones. */
async function start(built: string): Promise<string[]> {
  let served = previousAssets(built, data, quiet)!;
  let names = readdirSync(path.join(served, 'assets'));
  await vi.waitFor(() =>
    expect(readdirSync(kept('current')).toSorted()).toEqual(readdirSync(path.join(built, 'assets'))),
  );
  return names;
}

test('a version serves what the version before it had, wherever that lay, for a day', async () => {
  let first = version('1', ['kit-a.js', 'page-a.js']);
  expect(await start(first)).toEqual([]);
  expect(statSync(path.join(kept('current'), 'kit-a.js')).mode & 0o777).toBe(0o600);
  rmSync(first, { recursive: true });
  let second = version('2', ['kit-a.js', 'page-b.js']);
  expect(await start(second)).toEqual(['page-a.js']);
  expect(await start(second)).toEqual(['page-a.js']);

  let dayAgo = new Date(Date.now() - 86_400_000 - 1_000);
  utimesSync(path.join(kept('earlier'), 'page-a.js'), dayAgo, dayAgo);
  utimesSync(path.join(kept('current'), 'page-b.js'), dayAgo, dayAgo);
  // The day starts when the running version no longer has the file, however old it is.
  expect(await start(version('3', ['kit-c.js']))).toEqual(['kit-a.js', 'page-b.js']);
});

test('a data folder that cannot be written holds up no start', () => {
  writeFileSync(data, 'a file');
  expect(previousAssets(version('1', ['kit-a.js']), data, quiet)).toBeUndefined();
});

test('backups leave them out', async () => {
  await start(version('1', ['kit-a.js']));
  expect(backupFiles(data)).toEqual([]);
});
