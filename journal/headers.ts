/** The first lines of a journal's segments. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { fileNames, journalFolder } from './files';
import { jsonOf, NewerJournal, readerFor, type Origin } from './format';

/**
 * Throws if a newer version has written the journal. Called before anything in the folder changes.
 */
export async function refuseNewerJournal(folder: string): Promise<void> {
  for (let { file, header } of await headersOf(folder))
    try {
      if (header !== undefined) readerFor(header);
    } catch (error) {
      if (!(error instanceof NewerJournal)) throw error;
      throw new Error(
        `A newer version of Landfall has written ${file}: ${error.message}. Nothing was changed. Use that version for this folder.`,
      );
    }
}

/** `fields`: those that the edge of that epoch knew. */
export interface Epoch extends Origin {
  fields: readonly string[];
}

export async function epochsOf(folder: string): Promise<Epoch[]> {
  return (await headersOf(folder)).flatMap(({ header }) => {
    let reader = header === undefined ? undefined : readerFor(header);
    return reader ? [{ ...reader.origin, fields: reader.fields }] : [];
  });
}

async function headersOf(folder: string): Promise<{ file: string; header: string | undefined }[]> {
  let place = journalFolder(folder);
  let files = (await fileNames(place)).map((name) => path.join(place, name));
  let found: Awaited<ReturnType<typeof headersOf>> = [];
  // One after another: there may be many segments of tens of megabytes.
  for (let file of files) found.push({ file, header: jsonOf(await firstLine(file)) });
  return found;
}

/** Reads at most 64 KB past the line. */
async function firstLine(file: string): Promise<string> {
  let bytes: Buffer[] = [];
  let chunks: AsyncIterable<Buffer> = createReadStream(file);
  for await (let chunk of chunks) {
    let end = chunk.indexOf('\n');
    bytes.push(end < 0 ? chunk : chunk.subarray(0, end));
    if (end >= 0) break;
  }
  return Buffer.concat(bytes).toString();
}
