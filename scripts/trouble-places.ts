/** Where `npm run test:trouble` harms an installation: a folder, or a small disk of its own. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seedDemo } from 'gateway/demo/seed';
import { openRecords, type RecordsPlace } from 'gateway/db/open';
import { openEventStore } from 'gateway/events/duckdb';
import { keptSecrets } from '../server/secrets';
import { end, startProduct } from '../bench/product';
import { downloads } from './trouble-product';

/** The version that is downloaded before anything is harmed. */
export const versionBefore = '8.0.0';

export interface Place {
  /** A copy of an installation that has run. */
  copy(): string;
  /** A small disk of its own, with a copy or with nothing on it; only root can make one. */
  disk(what: 'copy' | 'nothing'): string;
  remove(): void;
}

export const isRoot = process.getuid?.() === 0;

function run(program: string, ...args: string[]): void {
  let { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}

/** Makes an installation with sample data, lets it run once, and gives copies of it. */
export async function createPlace(records: (folder: string) => RecordsPlace, port: number): Promise<Place> {
  let all = mkdtempSync(path.join(tmpdir(), 'trouble-'));
  let base = path.join(all, 'base');
  let count = 0;
  let disks: string[] = [];
  let fresh = () => path.join(all, `copy-${++count}`);
  mkdirSync(base);
  keptSecrets(base);
  let place = records(base);
  let opened = await openRecords(place);
  let store = await openEventStore({ folder: base });
  await seedDemo(opened, store, { events: 200, now: Date.now(), dashboard: 'http://localhost' });
  await store.close();
  await opened.destroy();
  let settings: Record<string, string> = 'databaseUrl' in place ? { DATABASE_URL: place.databaseUrl } : {};
  let product = await startProduct(base, port, settings);
  while ((await downloads(product, versionBefore, 1)) === 0) await pause(100);
  await pause(1_000);
  await end(product, 'SIGTERM');
  return {
    copy() {
      let folder = fresh();
      cpSync(base, folder, { recursive: true, preserveTimestamps: true });
      return folder;
    },
    disk(what) {
      let folder = fresh();
      mkdirSync(folder);
      run('mount', '-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', folder);
      disks.push(folder);
      if (what === 'copy') cpSync(base, folder, { recursive: true });
      return folder;
    },
    remove() {
      for (let folder of disks) spawnSync('umount', ['-l', folder]);
      rmSync(all, { recursive: true, force: true });
    },
  };
}

/** Fills the disk of a folder to the last byte. */
export function fill(folder: string): void {
  spawnSync('dd', ['if=/dev/zero', `of=${path.join(folder, 'filler')}`, 'bs=4k'], { stdio: 'ignore' });
}

export function makeRoom(folder: string): void {
  rmSync(path.join(folder, 'filler'));
}

export function remount(folder: string, as: 'ro' | 'rw'): void {
  run('mount', '-o', `remount,${as}`, folder);
}
