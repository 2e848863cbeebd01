/**
 * A small file that is allocated in full and written in place, so that it can be written on a full
 * disk. It has three parts, each a numbered line with a checksum. The newest synced part and the
 * one being synced are never overwritten: after a torn write another part is still readable, and no
 * write waits for a sync, so a killed process leaves its last value.
 */
import { open, readFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { syncFolder } from './files';
import { jsonOf, lineOf } from './format';

const parts = 3;
const partBytes = 4_096;
/** Milliseconds between two writes, and before a failed one is retried. */
const restMs = 5;
const againAfterMs = 1_000;

export interface InPlaceFile<Value> {
  value(): Value;
  /** Writes at once and syncs soon. Retries until it succeeds; only the last value counts. */
  save(value: Value): void;
  /** Resolves when the last value is on disk or cannot be written now. */
  close(): Promise<void>;
}

interface InPlaceOptions<Value> {
  /** Its JSON must stay below four kilobytes. */
  schema: z.ZodType<Value>;
  initial: Value;
  /** Warn when the file does not exist yet. */
  isExpected: boolean;
  warn(sentence: string): void;
}

/** Reads the value from another process; undefined if unreadable. */
export async function readInPlace<Value>(file: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
  let bytes = await readFile(file).catch(() => undefined);
  return bytes && newestOf(bytes, schema)?.value;
}

/**
 * Opens or creates a file. On a disk that cannot be written the value stays in memory, and the file
 * is created as soon as possible.
 */
export async function openInPlace<Value>(file: string, options: InPlaceOptions<Value>): Promise<InPlaceFile<Value>> {
  let { schema, initial, isExpected, warn } = options;
  let isAbsent = false;
  let bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => void (isAbsent = error.code === 'ENOENT'));
  let found = bytes && newestOf(bytes, schema);
  if (!found && (isExpected || !isAbsent))
    warn(`${file} ${isAbsent ? 'is missing' : 'cannot be read'}. Its count is unknown; it restarts at 0.`);
  let { number, value, part: newest } = found ?? { number: 0, value: initial, part: undefined };
  let synced = newest;
  let inSync: number | undefined;
  let handle: FileHandle | undefined;
  let unsaved = !found;
  let failing = false;
  let writing: Promise<void> | undefined;
  let syncing: Promise<void> | undefined;
  let closing = new AbortController();

  function failed(error: unknown): void {
    unsaved = true;
    if (!failing) warn(`${file} cannot be written (${String(error)}). It is kept in memory and tried again.`);
    failing = true;
  }

  /** Returns whether the write succeeded. */
  async function writeOnce(): Promise<boolean> {
    unsaved = false;
    try {
      handle ??= await (found ? open(file, 'r+') : layOut(file));
      let free = Array.from({ length: parts }, (_, part) => part).filter((part) => part !== synced && part !== inSync);
      let part = free.find((one) => one !== newest) ?? free[0]!;
      let line = Buffer.from(lineOf(JSON.stringify([number + 1, value])));
      await handle.write(line, 0, line.length, part * partBytes);
      number += 1;
      newest = part;
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  async function syncAll(): Promise<void> {
    while (synced !== newest) {
      inSync = newest;
      try {
        await handle!.datasync();
        synced = inSync;
        failing = false;
      } catch (error) {
        failed(error);
        if (!closing.signal.aborted) writing ??= writeAll();
        break;
      } finally {
        inSync = undefined;
      }
    }
    syncing = undefined;
  }

  async function writeAll(): Promise<void> {
    while (unsaved) {
      if (await writeOnce()) syncing ??= syncAll();
      else if (closing.signal.aborted) break;
      let ms = failing ? againAfterMs : restMs;
      await pause(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
    writing = undefined;
  }

  if (unsaved && (await writeOnce())) await (syncing = syncAll());
  if (unsaved) writing ??= writeAll();
  return {
    value: () => value,
    save(next) {
      value = next;
      unsaved = true;
      writing ??= writeAll();
    },
    async close() {
      closing.abort();
      await writing;
      await syncing;
      await handle?.close();
    },
  };
}

/** Allocates the file. */
async function layOut(file: string): Promise<FileHandle> {
  let handle = await open(file, 'w+', 0o600);
  try {
    await handle.write(Buffer.alloc(parts * partBytes, ' '), 0, parts * partBytes, 0);
    await handle.sync();
    await syncFolder(path.dirname(file));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The last value written, from the parts that can be read. */
function newestOf<Value>(
  bytes: Buffer,
  schema: z.ZodType<Value>,
): { number: number; value: Value; part: number } | undefined {
  let readable = Array.from({ length: parts }, (_, part) => part).flatMap((part) => {
    let [line = ''] = bytes.toString('utf8', part * partBytes, (part + 1) * partBytes).split('\n', 1);
    let json = jsonOf(line);
    let parsed = json === undefined ? undefined : z.tuple([z.number().int(), schema]).safeParse(JSON.parse(json));
    return parsed?.success ? [{ number: parsed.data[0], value: parsed.data[1], part }] : [];
  });
  return readable.sort((a, b) => b.number - a.number)[0];
}
