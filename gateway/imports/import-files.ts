/**
 * Uploaded files and error logs of background imports, in a private folder. File names are ids of
 * imports, never user input.
 */
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as limits from 'contract/floor/limits';
import { requireRoom } from '../floor/disk';
import { errorCode } from 'contract/floor/error-code';
import { ApiError } from '../floor/calls/api-error';

/** Bytes of it when unpacked, and how much more they are than those packed. */
const importUnpackedBytesMax = 16 * 2 ** 30;
const importUnpackedTimesMax = 100;
/** Free space that files of imports leave on the disk. */
const importFreeBytesMin = 512 * 2 ** 20;

export interface ImportFiles {
  /**
   * Saves a file and calls `record` with its size; deletes the file if that fails. Throws
   * import-file-is-empty, import-file-is-too-large, too-little-room and upload-broke-off.
   */
  save<T>(id: string, file: AsyncIterable<Uint8Array>, record: (bytes: number) => Promise<T>): Promise<T>;
  /** The file, unpacked. Throws import-file-is-gone, -is-broken and -is-packed-too-tightly. */
  read(id: string): { parts: AsyncIterable<Uint8Array>; bytesRead(): number };
  /** Truncates a log to `at`, appends, and returns its size. */
  writeLog(id: string, at: number, text: string): Promise<number>;
  /** The first `bytes` of a log. */
  readLog(id: string, bytes: number): AsyncIterable<Uint8Array>;
  remove(id: string): Promise<void>;
  /** Deletes the files and logs that are not in `known`, which is called once. */
  sweep(known: () => Promise<{ files: ReadonlySet<string>; logs: ReadonlySet<string> }>): Promise<void>;
}

/** Unpacked bytes before the compression ratio is checked. */
const uncheckedBytes = 2 ** 20;

/** Creates `folder` at the first upload. */
export function createImportFiles(folder: string): ImportFiles {
  let placeOf = (id: string) => path.join(folder, id);
  let logOf = (id: string) => path.join(folder, `${id}.log`);
  /** Files without a record yet. */
  let arriving = new Set<string>();

  async function receive(handle: FileHandle, file: AsyncIterable<Uint8Array>): Promise<number> {
    let bytes = 0;
    for await (let part of arrivingParts(file)) {
      bytes += part.byteLength;
      if (bytes > limits.importFileBytesMax) throw new ApiError('import-file-is-too-large');
      await handle.writeFile(part).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOSPC' ? new ApiError('too-little-room') : error;
      });
    }
    if (bytes === 0) throw new ApiError('import-file-is-empty');
    await handle.sync();
    return bytes;
  }

  async function* unpacked(id: string, read: (bytes: number) => void): AsyncGenerator<Uint8Array> {
    let packed = 0;
    let isPacked = await isGzip(placeOf(id));
    async function* raw(): AsyncGenerator<Uint8Array> {
      for await (let part of createReadStream(placeOf(id))) {
        read((packed += part.byteLength));
        yield part;
      }
    }
    let out = Readable.from(raw(), { objectMode: false });
    // The last stream of a pipeline emits all errors.
    if (isPacked) out = pipeline(out, createGunzip(), () => undefined);
    let bytes = 0;
    try {
      for await (let part of out) {
        bytes += part.byteLength;
        if (isPacked && isTooTight(bytes, packed)) throw new ApiError('import-file-is-packed-too-tightly');
        yield part;
      }
    } catch (error) {
      throw errorCode(error)?.startsWith('Z_') ? new ApiError('import-file-is-broken') : error;
    } finally {
      out.destroy();
    }
  }

  async function remove(id: string): Promise<void> {
    await rm(placeOf(id), { force: true });
  }

  return {
    async save(id, file, record) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await requireRoom(folder, importFreeBytesMin + limits.importFileBytesMax);
      arriving.add(id);
      try {
        let handle = await open(placeOf(id), 'wx', 0o600);
        let bytes = await receive(handle, file).finally(() => handle.close());
        return await record(bytes);
      } catch (error) {
        await remove(id);
        throw error;
      } finally {
        arriving.delete(id);
      }
    },
    read(id) {
      let bytes = 0;
      return { parts: unpacked(id, (read) => (bytes = read)), bytesRead: () => bytes };
    },
    async writeLog(id, at, text) {
      let handle = await open(logOf(id), 'a+', 0o600);
      try {
        await handle.truncate(at);
        await handle.appendFile(text);
        return (await handle.stat()).size;
      } finally {
        await handle.close();
      }
    },
    readLog(id, bytes) {
      return bytes === 0 ? emptyFile() : createReadStream(logOf(id), { end: bytes - 1 });
    },
    remove,
    async sweep(known) {
      // Listed before `known` is called, so that files recorded in between are kept.
      let names = (await readdir(folder).catch(() => [])).filter((name) => !arriving.has(name));
      let { files, logs } = await known();
      for (let name of names) {
        let isKept = name.endsWith('.log') ? logs.has(name.slice(0, -'.log'.length)) : files.has(name);
        if (!isKept) await rm(path.join(folder, name), { force: true });
      }
    },
  };
}

async function* emptyFile(): AsyncGenerator<Uint8Array> {}

async function* arrivingParts(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts = file[Symbol.asyncIterator]();
  for (;;) {
    let { done, value } = await parts.next().catch(() => {
      throw new ApiError('upload-broke-off');
    });
    if (done) return;
    yield value;
  }
}

/** Throws import-file-is-gone. */
async function isGzip(place: string): Promise<boolean> {
  let handle = await open(place).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ApiError('import-file-is-gone') : error;
  });
  try {
    let { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

/** Rejects zip bombs. */
function isTooTight(unpacked: number, packed: number): boolean {
  if (unpacked > importUnpackedBytesMax) return true;
  return unpacked > uncheckedBytes && unpacked > packed * importUnpackedTimesMax;
}
