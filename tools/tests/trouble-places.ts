/**
 * Where `npx tsx tools/tests/test-trouble.ts` damages an installation: a folder, or a small disk of
 * its own.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seedDemo } from 'gateway/demo/seed';
import { openRecords, type RecordsPlace } from 'gateway/floor/db/open';
import { openEventStore } from 'gateway/events/duckdb/open';
import { installationSecrets } from '../../server/secrets';
import { end, startProduct } from '../bench/product';
import { downloads } from './trouble-product';

/** The version that is downloaded before the damage. */
export const versionBefore = '8.0.0';

const triesMax = 100;

export interface Place {
  /** Copies an installation that has run. */
  copy(): string;
  /** Mounts a small disk with a copy or with nothing on it; only root can. */
  disk(what: 'copy' | 'nothing', files?: 'tmpfs' | 'ext4'): string;
  remove(): void;
}

export const isRoot = process.getuid?.() === 0;

function run(program: string, ...args: string[]): void {
  let { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}

/** Makes an installation with sample data, runs it once, and returns copies of it. */
export async function createPlace(records: (folder: string) => RecordsPlace, port: number): Promise<Place> {
  let all = mkdtempSync(path.join(tmpdir(), 'trouble-'));
  let base = path.join(all, 'base');
  let count = 0;
  let disks: string[] = [];
  let fresh = () => path.join(all, `copy-${++count}`);
  mkdirSync(base);
  installationSecrets(base);
  let place = records(base);
  let opened = await openRecords(place);
  let store = await openEventStore({ folder: base });
  await seedDemo(opened, store, { events: 200, now: Date.now(), dashboard: 'http://localhost' });
  await store.close();
  await opened.destroy();
  let settings: Record<string, string> = 'databaseUrl' in place ? { DATABASE_URL: place.databaseUrl } : {};
  let product = await startProduct(base, port, settings);
  try {
    for (let tries = 0; (await downloads(product, versionBefore, 1)) === 0; await pause(100))
      if (++tries === triesMax) throw new Error('No download was answered. Was it built from these sources?');
    await pause(1_000);
  } finally {
    await end(product, 'SIGTERM');
  }
  return {
    copy() {
      let folder = fresh();
      cpSync(base, folder, { recursive: true, preserveTimestamps: true });
      return folder;
    },
    disk(what, files = 'tmpfs') {
      let folder = fresh();
      mkdirSync(folder);
      if (files === 'ext4') {
        run('truncate', '--size', '80m', imageOf(folder));
        run('mkfs.ext4', '-q', imageOf(folder));
        mountImage(folder);
      } else run('mount', '-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', folder);
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

/** Fills the disk of a folder to its last byte. */
export function fill(folder: string): void {
  spawnSync('dd', ['if=/dev/zero', `of=${path.join(folder, 'filler')}`, 'bs=4k'], { stdio: 'ignore' });
}

export function makeRoom(folder: string): void {
  rmSync(path.join(folder, 'filler'));
}

const imageOf = (folder: string) => `${folder}.img`;

function mountImage(folder: string): void {
  run('mount', '-o', 'loop,errors=remount-ro', imageOf(folder), folder);
}

/** What Linux does after an error of an ext4 disk: it is read-only from then on, open files too. */
export function failDisk(folder: string): void {
  let { stdout } = spawnSync('findmnt', ['--noheadings', '--output', 'SOURCE', folder], { encoding: 'utf8' });
  writeFileSync(`/sys/fs/ext4/${path.basename(stdout.trim())}/trigger_fs_error`, '1');
}

/** Repairs that disk and mounts it again, which needs everything on it closed. */
export function repairDisk(folder: string): void {
  run('umount', folder);
  // 1: it found errors and corrected them.
  let { status, stderr } = spawnSync('e2fsck', ['-f', '-p', imageOf(folder)], { encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`e2fsck: ${stderr}`);
  mountImage(folder);
}

export function remount(folder: string, as: 'ro' | 'rw'): void {
  run('mount', '-o', `remount,${as}`, folder);
}
