/** Checks a journal without changing it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileNames, journalFolder } from './files';
import { jsonOf, NewerJournal, readerFor, type Origin, type RecordReader } from './format';

interface EpochFacts extends Origin {
  /** Place of the first event. */
  first: number;
  /** The place after the last event. */
  next: number;
  /** Places in between that no record has. */
  missing: number;
}

export interface JournalFacts {
  segments: number;
  epochs: EpochFacts[];
  /** Lines with a wrong checksum, by file. */
  damaged: { file: string; lines: number }[];
  /** Files of a newer version, with what is new in them. */
  newer: { file: string; what: string }[];
}

/** Checks the journal of a data folder; a missing one has no segments. */
export async function checkJournal(folder: string): Promise<JournalFacts> {
  let place = journalFolder(folder);
  let names = await fileNames(place);
  let epochs = new Map<string, EpochFacts>();
  let facts: JournalFacts = { segments: names.length, epochs: [], damaged: [], newer: [] };
  for (let name of names) {
    let file = path.join(place, name);
    try {
      let lines = readSegment(await readFile(file, 'utf8'), epochs);
      if (lines > 0) facts.damaged.push({ file, lines });
    } catch (error) {
      if (!(error instanceof NewerJournal)) throw error;
      facts.newer.push({ file, what: error.message });
    }
  }
  return { ...facts, epochs: [...epochs.values()] };
}

/** Adds a segment to the facts of its epoch; returns the number of damaged lines. */
function readSegment(text: string, epochs: Map<string, EpochFacts>): number {
  let damaged = 0;
  let origin: Origin | undefined;
  let record: RecordReader | undefined;
  // Bytes after the last newline were never acknowledged.
  for (let line of text.split('\n').slice(0, -1)) {
    let json = jsonOf(line);
    if (json !== undefined && !origin) {
      let reader = readerFor(json);
      origin = reader?.origin;
      record = reader?.read;
      if (reader?.hasHeader) continue;
    }
    if (json === undefined || !origin || !record) {
      damaged += 1;
      continue;
    }
    let { seq, events } = record(json);
    let epoch = epochs.get(origin.epoch);
    if (!epoch) epochs.set(origin.epoch, { ...origin, first: seq, next: seq + events.length, missing: 0 });
    else {
      epoch.missing += Math.max(0, seq - epoch.next);
      epoch.next = Math.max(epoch.next, seq + events.length);
    }
  }
  return damaged;
}
