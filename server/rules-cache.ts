/**
 * The last rules of the edge, on disk: an edge that starts while the store side is down uses them.
 * The file is replaced as a whole.
 */
import { readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RulesChange } from 'contract/edge/edge-rules';
import { errorCode } from 'contract/floor/error-code';
import { errorMessage } from 'net/error-message';
import type { ReceivedRules, OwnerLine } from './link-lines';

/** Files of another format are ignored. */
const format = 2;
/** The first line of the file; a line for each owner follows. */
interface FileHead {
  format: number;
  owners: number;
}

/** Milliseconds until the next write, after a fast one and after a failed one. */
const restMs = 1_000;
const restAfterFailureMs = 30_000;
/** Maximum share of the time spent writing. */
const writingShare = 0.1;
const linesAtOnce = 500;

const ofAnotherVersion = 'the saved edge rules are of another version; waiting for current ones';

export interface RulesCache {
  /** The lines of owners that have rules. */
  lines: ReadonlyMap<string, string>;
  /** Applies rules of owners, and writes them soon. */
  take(changed: ReadonlyMap<string, ReceivedRules>): void;
  /** Resolves when the current write has succeeded or failed. */
  settled(): Promise<void>;
  /** Writes what is pending. */
  close(): Promise<void>;
}

export function rulesCacheFile(folder: string): string {
  return path.join(folder, 'edge', 'rules.ndjson');
}

/** Passes the stored rules to `take`, if there are any. */
export function openRulesCache(folder: string, take: (changed: RulesChange) => void, log: Logger): RulesCache {
  let file = rulesCacheFile(folder);
  let kept = readLines(file, log);
  try {
    if (kept) take(new Map([...kept].map(([owner, line]) => [owner, inLine(line).rules])));
  } catch (error) {
    log.warn({ problem: errorMessage(error) }, ofAnotherVersion);
    kept = undefined;
  }
  let lines = kept ?? new Map<string, string>();
  let isWritten = true;
  let stopped = new AbortController();
  let writing: Promise<void> | undefined;
  let underWay: Promise<unknown> | undefined;

  /** Returns the milliseconds until the next write. */
  async function write(): Promise<number> {
    let started = performance.now();
    isWritten = true;
    try {
      await (underWay = writeLines(file, [...lines.values()]));
      return Math.max(restMs, (performance.now() - started) / writingShare);
    } catch (error) {
      isWritten = false;
      log.error({ err: error }, 'could not save the edge rules to disk');
      return restAfterFailureMs;
    }
  }

  async function writeUntilStopped(): Promise<void> {
    while (!isWritten && !stopped.signal.aborted) {
      let rest = await write();
      await pause(rest, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
    writing = undefined;
  }

  return {
    lines,
    take(changed) {
      take(new Map([...changed].map(([owner, { rules }]) => [owner, rules])));
      for (let [owner, { line, rules }] of changed)
        if (rules) lines.set(owner, line);
        else lines.delete(owner);
      if (changed.size === 0 && kept) return;
      isWritten = false;
      writing ??= writeUntilStopped();
    },
    settled: async () => void (await underWay?.catch(() => undefined)),
    async close() {
      stopped.abort();
      await writing;
      if (!isWritten) await write();
    },
  };
}

/** Writes a new file and renames it; in chunks, so that requests are served meanwhile. */
async function writeLines(file: string, lines: readonly string[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  let handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ format, owners: lines.length } satisfies FileHead)}\n`);
    for (let i = 0; i < lines.length; i += linesAtOnce)
      await handle.writeFile(`${lines.slice(i, i + linesAtOnce).join('\n')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}

function inLine(line: string): OwnerLine {
  return JSON.parse(line);
}

function readLines(file: string, log: Logger): Map<string, string> | undefined {
  try {
    let [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
    let head: FileHead = JSON.parse(first);
    if (head.format !== format) {
      log.warn({ format: head.format }, ofAnotherVersion);
      return undefined;
    }
    let lines = new Map(rest.filter(Boolean).map((line) => [inLine(line).owner, line]));
    if (lines.size !== head.owners) throw new Error(`${file} has ${lines.size} owners instead of ${head.owners}`);
    return lines;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT')
      log.error({ problem: errorMessage(error) }, 'could not read the saved edge rules; waiting for current ones');
    return undefined;
  }
}
