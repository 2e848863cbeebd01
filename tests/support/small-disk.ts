/** A disk of a few megabytes for tests that fill one; needs Linux and root. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface SmallDisk {
  folder: string;
  remove(): void;
}

/** Mounts the disk; undefined where that is not permitted. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  let folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
  let run = (...[program, ...args]: [string, ...string[]]) => execFileSync(program, args, { stdio: 'ignore' });
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${Math.ceil(megabytes * 1_024)}k`, 'tmpfs', folder);
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    remove() {
      run('umount', '-l', folder);
      rmSync(folder, { recursive: true });
    },
  };
}
