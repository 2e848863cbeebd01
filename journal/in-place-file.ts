/**
 * A small file that is laid out with its full size beforehand and written in place, so that it can
 * be written while its disk is full. It has two halves, written in turn, each a line with a checksum
 * and a number: where a write was cut off, the other half still says what was written before.
 */
import { open, readFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { syncFolder } from './files';
import { jsonOf, lineOf } from './format';

const halfBytes = 4_096;
/** Milliseconds until a write that failed is tried again. */
const againAfterMs = 1_000;

export interface InPlaceFile<Value> {
  value(): Value;
  /** Writes it and syncs it soon; of several at once the last. Goes on until it has succeeded. */
  save(value: Value): void;
  /** Resolves when the last value is on disk, or cannot be brought there now. */
  close(): Promise<void>;
}

interface InPlaceParts<Value> {
  /** Its JSON must stay below four kilobytes. */
  schema: z.ZodType<Value>;
  /** The value of a new file. */
  initial: Value;
  /** Whether it is worth a warning that there is no file yet. */
  isExpected: boolean;
  warn(sentence: string): void;
}

/** The value in a file, as whoever does not write it sees it; undefined where nothing can be read. */
export async function readInPlace<Value>(file: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
  let bytes = await readFile(file).catch(() => undefined);
  return bytes && newestOf(bytes, schema)?.value;
}

/**
 * Opens a file, or lays a new one out where there is none that can be read. A disk that takes
 * nothing stops nobody: the value is kept in memory then, and the file is made as soon as it can be.
 */
export async function openInPlace<Value>(file: string, parts: InPlaceParts<Value>): Promise<InPlaceFile<Value>> {
  let { schema, initial, isExpected, warn } = parts;
  let isAbsent = false;
  let bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => void (isAbsent = error.code === 'ENOENT'));
  let found = bytes && newestOf(bytes, schema);
  if (!found && (isExpected || !isAbsent))
    warn(`${file} ${isAbsent ? 'is missing' : 'cannot be read'}. What it counted is not known; it begins anew with 0.`);
  let { number, value } = found ?? { number: 0, value: initial };
  let handle: FileHandle | undefined;
  let unsaved = !found;
  let failing = false;
  let writing: Promise<void> | undefined;
  let closing = new AbortController();

  async function writeOnce(): Promise<void> {
    unsaved = false;
    try {
      handle ??= await (found ? open(file, 'r+') : layOut(file));
      let half = Buffer.from(lineOf(JSON.stringify([number + 1, value])));
      await handle.write(half, 0, half.length, ((number + 1) % 2) * halfBytes);
      await handle.datasync();
      number += 1;
      failing = false;
    } catch (error) {
      unsaved = true;
      if (!failing) warn(`${file} cannot be written (${String(error)}). It is kept in memory and tried again.`);
      failing = true;
    }
  }

  async function writeAll(): Promise<void> {
    while (unsaved) {
      await writeOnce();
      if (!failing) continue;
      if (closing.signal.aborted) break;
      await pause(againAfterMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
    writing = undefined;
  }

  if (unsaved) await writeOnce();
  if (unsaved) writing = writeAll();
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
      await handle?.close();
    },
  };
}

/** A file of full size. */
async function layOut(file: string): Promise<FileHandle> {
  let handle = await open(file, 'w+', 0o600);
  try {
    await handle.write(Buffer.alloc(2 * halfBytes, ' '), 0, 2 * halfBytes, 0);
    await handle.sync();
    await syncFolder(path.dirname(file));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The value that was written last, of the halves that can be read. */
function newestOf<Value>(bytes: Buffer, schema: z.ZodType<Value>): { number: number; value: Value } | undefined {
  let halves = [0, halfBytes].flatMap((from) => {
    let [line = ''] = bytes.toString('utf8', from, from + halfBytes).split('\n', 1);
    let json = jsonOf(line);
    let parsed = json === undefined ? undefined : z.tuple([z.number().int(), schema]).safeParse(JSON.parse(json));
    return parsed?.success ? [{ number: parsed.data[0], value: parsed.data[1] as Value }] : [];
  });
  return halves.sort((a, b) => b.number - a.number)[0];
}
