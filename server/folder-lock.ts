/**
 * One server for a data folder. The lock is flock(2) on an open file: the system gives it back when
 * the last process that has the file open is gone, however it ended, and children inherit it. Node
 * has no call for it, so the `flock` command locks the descriptor that it inherits from us.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { wholeLimitMs } from './stopping';
import type { Role } from './supervised';

export interface FolderLock {
  /** For children to inherit; undefined where this system has no such lock. */
  fd: number | undefined;
  /** Gives it back, unless a child still has it. */
  release(): void;
}

/** The processes of a server that has just ended give their lock back within this time. */
const endingMs = wholeLimitMs + 1_000;
const againAfterMs = 200;
/** What `flock` ends with where another process has the lock. */
const taken = 1;

/**
 * Takes the lock of one side of an installation. Rejects where another server has it, with who that
 * is. A folder where no file can be made has no lock: nothing can be written to it either.
 */
export async function lockFolder(folder: string, side: Role, log: Logger): Promise<FolderLock> {
  let file = path.join(folder, `${side}.lock`);
  let fd = openLockFile(file, log);
  if (fd === undefined) return { fd, release: () => undefined };
  let limit = performance.now() + endingMs;
  for (;;) {
    let { status, error } = spawnSync('flock', ['-xn', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
    if (status === 0) break;
    if (error || status !== taken) {
      log.warn({ err: error, status }, 'no flock command: start one server for each data folder only');
      closeSync(fd);
      return { fd: undefined, release: () => undefined };
    }
    if (performance.now() > limit) {
      closeSync(fd);
      throw new Error(`${folder} is used by another server: ${holderIn(file)}. Stop it, or set another DATA_DIR.`);
    }
    await pause(againAfterMs);
  }
  sayWho(fd);
  let held = fd;
  return { fd, release: () => closeSync(held) };
}

function openLockFile(file: string, log: Logger): number | undefined {
  for (let flags of ['a+', 'r'])
    try {
      return openSync(file, flags, 0o600);
    } catch (error) {
      if (flags === 'r') log.warn({ err: error }, 'the data folder could not be locked');
    }
  return undefined;
}

/** For whoever is refused. */
function sayWho(fd: number): void {
  try {
    ftruncateSync(fd);
    writeSync(fd, `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}\n`);
  } catch {
    // The disk is full or read-only; the lock holds.
  }
}

function holderIn(file: string): string {
  return readFileSync(file, 'utf8').trim() || 'one that could not write its name';
}
