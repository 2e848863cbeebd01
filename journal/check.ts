/** Reads every line of a journal and says what is there, without changing anything. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileNames, journalFolder } from './files';
import { jsonOf, NewerJournal, readerFor, type Origin, type RecordReader } from './format';

/** What a journal has of one epoch. */
export interface EpochFacts extends Origin {
  /** Place of the first event that is there. */
  first: number;
  /** The place after the last one. */
  next: number;
  /** Places between the two that no record has. */
  missing: number;
}

export interface JournalFacts {
  segments: number;
  epochs: EpochFacts[];
  /** Lines whose checksum is wrong, by file. */
  damaged: { file: string; lines: number }[];
  /** Files that a newer version has written, each with what is new about it. */
  newer: { file: string; what: string }[];
}

/** Reads the journal of a data folder; an absent one has no segments. */
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

/** Adds a segment to what is known of its epoch; gives the number of its damaged lines. */
function readSegment(text: string, epochs: Map<string, EpochFacts>): number {
  let damaged = 0;
  let origin: Origin | undefined;
  let record: RecordReader | undefined;
  // What stands behind the last line break was never confirmed to anybody.
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
