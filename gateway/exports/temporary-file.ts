/** Temporary files for uploads: storages need length and hash before the content. */
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FilePart } from '../floor/csv';

export interface TemporaryFile {
  file: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** Number of rows without the header. */
  rows: number;
}

/** Deletes the file after `use`. */
export async function withTemporaryFile<T>(
  parts: AsyncIterable<FilePart>,
  use: (draft: TemporaryFile) => Promise<T>,
): Promise<T> {
  let folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  try {
    return await use(await write(path.join(folder, 'file'), parts));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(file: string, parts: AsyncIterable<FilePart>): Promise<TemporaryFile> {
  let hash = createHash('sha256');
  let bytes = 0;
  let rows = 0;
  let handle = await open(file, 'wx', 0o600);
  try {
    for await (let part of parts) {
      let buffer = Buffer.from(part.content);
      await handle.appendFile(buffer);
      hash.update(buffer);
      bytes += buffer.byteLength;
      rows += part.rows;
    }
  } finally {
    await handle.close();
  }
  return { file, bytes, sha256: hash.digest('hex'), rows };
}
