/**
 * One server for a data folder. The lock is flock(2) on an open folder: the system gives it back when
 * the last process that has it open is gone, however it ended, and children inherit it. A lock file
 * could be deleted by somebody who takes it for a leftover, and would stop nobody then. Node has no
 * call for it, so the `flock` command locks the descriptor that it inherits from us.
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
 * is. A network file system may lock no folders: then there is no lock.
 */
export async function lockFolder(folder: string, side: ProcessRole, log: Logger): Promise<FolderLock> {
  let holder = path.join(folder, `${side}.lock`);
  let fd = openLocked(side === 'edge' ? journalFolder(folder) : folder, log);
  if (fd === undefined) return { fd, release: () => undefined };
  let limit = performance.now() + endingMs;
  for (;;) {
    let { status, error } = spawnSync('flock', ['-xn', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
    if (status === 0) break;
    if (error || status !== taken) {
      log.warn({ err: error, status }, 'the data folder cannot be locked: start one server for it only');
      closeSync(fd);
      return { fd: undefined, release: () => undefined };
    }
    if (performance.now() > limit) {
      closeSync(fd);
      throw new Error(`${folder} is used by another server: ${holderIn(holder)}. Stop it, or set another DATA_DIR.`);
    }
    await pause(againAfterMs);
  }
  sayWho(holder);
  let held: number | undefined = fd;
  // Once: by then its number may be that of another open file.
  let release = () => {
    if (held !== undefined) closeSync(held);
    held = undefined;
  };
  return { fd, release };
}

/** What is locked is never deleted while its downloads are wanted: the journal, or the whole folder. */
function openLocked(folder: string, log: Logger): number | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openSync(folder, 'r');
  } catch (error) {
    log.warn({ err: error }, 'the data folder could not be locked');
    return undefined;
  }
}

/** For whoever is refused. */
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
