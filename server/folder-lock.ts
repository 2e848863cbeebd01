/**
 * One server per data folder, by flock(2) on an open folder: the system releases the lock when the
 * last process that has it open ends, and children inherit it. A lock file could be deleted by
 * someone who takes it for a leftover. Node cannot call flock, so the `flock` command locks a
 * descriptor that it inherits from us.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { journalFolder } from 'journal/files';
import { wholeLimitMs } from './shutdown';
import type { ProcessRole } from './supervised';

export interface FolderLock {
  /** For children to inherit; undefined where the system has no such lock. */
  fd: number | undefined;
  /** Does nothing while a child still has the lock. */
  release(): void;
}

/** A server that is shutting down releases its lock within this time. */
const endingMs = wholeLimitMs + 1_000;
const againAfterMs = 200;
/** Exit code of `flock` when another process has the lock. */
const taken = 1;

/**
 * Locks one side of an installation. Rejects if another server has the lock, and names it. Network
 * file systems may not support locks: then there is none.
 */
export async function lockFolder(folder: string, side: ProcessRole, log: Logger): Promise<FolderLock> {
  let holder = path.join(folder, `${side}.lock`);
  let fd = openLocked(side === 'edge' ? journalFolder(folder) : folder, log);
  if (fd === undefined) return { fd, release: () => undefined };
  let limit = performance.now() + endingMs;
  for (;;) {
    let { status, error } = tryLock(fd);
    if (status === 0) break;
    if (error || status !== taken) {
      log.warn({ err: error, status }, 'the data folder cannot be locked: start one server for it only');
      closeSync(fd);
      return { fd: undefined, release: () => undefined };
    }
    if (performance.now() > limit) {
      closeSync(fd);
      throw new Error(`${folder} is in use by another server: ${holderIn(holder)}. Stop it, or set another DATA_DIR.`);
    }
    await pause(againAfterMs);
  }
  sayWho(holder);
  let held: number | undefined = fd;
  // Once only: the descriptor may be reused for another file.
  let release = () => {
    if (held !== undefined) closeSync(held);
    held = undefined;
  };
  return { fd, release };
}

/** The lock lasts as long as the descriptor. */
function tryLock(fd: number) {
  return spawnSync('flock', ['-xn', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
}

/** Whether a server has the store side of a folder. */
export function isFolderLocked(folder: string): boolean {
  let fd = openSync(folder, 'r');
  try {
    return tryLock(fd).status === taken;
  } finally {
    closeSync(fd);
  }
}

/** Locks what is never deleted while the side runs: the journal, or the whole folder. */
function openLocked(folder: string, log: Logger): number | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openSync(folder, 'r');
  } catch (error) {
    log.warn({ err: error }, 'the data folder could not be locked');
    return undefined;
  }
}

/** Read by a server that is refused. */
function sayWho(file: string): void {
  try {
    let words = `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}\n`;
    writeFileSync(file, words, { mode: 0o600 });
  } catch {
    // The disk is full or read-only; the lock holds.
  }
}

function holderIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'one that could not write its name';
  } catch {
    return 'one whose name was deleted';
  }
}
