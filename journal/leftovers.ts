/**
 * What the journal of a folder holds when a process opens it: what the last one had not brought to
 * the event store.
 */
import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileNames, journalFolder } from './files';
import { jsonOf, NewerJournal, readerFor, type JournalRecord, type RecordReader } from './format';

/** Refuses a journal that a newer version has written, before anything of the folder is changed. */
export async function refuseNewerJournal(folder: string): Promise<void> {
  let place = journalFolder(folder);
  for (let name of await fileNames(place)) {
    let file = path.join(place, name);
    let json = jsonOf(firstLine(await readFile(file, 'utf8')));
    try {
      if (json !== undefined) readerFor(json);
    } catch (error) {
      if (!(error instanceof NewerJournal)) throw error;
      throw new Error(
        `A newer version of Landfall has written ${file}: ${error.message}. Nothing was changed. Start that version on this folder.`,
      );
    }
  }
}

/**
 * The records, in order. What was cut off at the end of the last file was never acknowledged, and
 * is left out. A file
 * that is damaged elsewhere keeps its records that are whole; it is set aside, and `warn` says so.
 */
export async function* readLeftovers(folder: string, warn: (sentence: string) => void): AsyncGenerator<JournalRecord> {
  let place = journalFolder(folder);
  let files = await fileNames(place);
  for (let name of files) {
    let lines = (await readFile(path.join(place, name), 'utf8')).split('\n');
    // A whole file ends with a line break, so that nothing follows the last one.
    if (lines.at(-1) === '') lines.pop();
    let reader: RecordReader | undefined;
    let [whole, broken] = [0, 0];
    for (let [i, line] of lines.entries()) {
      let json = jsonOf(line);
      let isLast = name === files.at(-1) && i === lines.length - 1;
      if (json === undefined && isLast) continue;
      let first = json !== undefined && !reader ? readerFor(json) : undefined;
      reader ??= first?.read;
      if (first?.hasHeader) continue;
      if (json === undefined || !reader) {
        broken++;
        continue;
      }
      whole++;
      yield reader(json);
    }
    if (broken > 0) warn(await setAside(place, name, whole, broken));
  }
}

/** Forgets everything that was taken over. */
export async function clearLeftovers(folder: string): Promise<void> {
  let place = journalFolder(folder);
  for (let name of await fileNames(place)) await rm(path.join(place, name));
}

async function setAside(place: string, name: string, whole: number, broken: number): Promise<string> {
  let file = path.join(place, name);
  let kept = freeName(`${file}.damaged`);
  await rename(file, kept);
  return (
    `The journal file ${file} is damaged: ${broken} of its ${whole + broken} records cannot be read, so the events in ` +
    `them are missing. The other ${whole} were taken over. The file was kept as ${kept}; check the disk, and delete ` +
    `the file when nobody needs it.`
  );
}

function freeName(wanted: string): string {
  for (let i = 1, name = wanted; ; name = `${wanted}.${++i}`) if (!existsSync(name)) return name;
}

function firstLine(text: string): string {
  let end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}
