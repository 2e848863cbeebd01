/** Reads a journal while another process writes it. */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileNames, journalFolder } from 'journal/files';
import { headerLine, recordLine } from 'journal/format';
import { openJournal } from 'journal/journal';
import { openDamageLog, type DamageLog } from 'journal/damage-log';
import { createJournalReader, type JournalReader, type Mark } from 'journal/reader';
import { madeEvent } from 'tests/support/made-event';

const origin = { node: '0192d0a0-0000-7000-8000-000000000001', epoch: '0192d0a0-0000-7000-8000-000000000002' };

const made = { artifactId: '55555555-5555-4555-8555-555555555555', time: 1_700_000_000_000 };

let folder: string;
let warned: string[];
let damage: DamageLog;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
  warned = [];
  damage = await openDamageLog(folder, (sentence) => void warned.push(sentence));
});
afterEach(async () => {
  await damage.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(marks: Mark[] = []): JournalReader {
  return createJournalReader(folder, marks, damage);
}

function events(...versions: string[]) {
  return versions.map((version) => madeEvent({ ...made, version }));
}

/** The versions of all readable events. */
async function versionsOf(reader: JournalReader): Promise<string[]> {
  let versions: string[] = [];
  for (let batch = await reader.read(); batch; batch = await reader.read())
    versions.push(...batch.events.map(({ version }) => version));
  return versions;
}

function write(text: string): string {
  let file = path.join(journalFolder(folder), '0000000000000001.log');
  mkdirSync(journalFolder(folder), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe('a reader beside the writer', () => {
  it('reads each event once, in order, as soon as its append has resolved', async () => {
    let journal = openJournal(folder);
    let reader = open();
    expect(await versionsOf(reader)).toEqual([]);
    await journal.append(events('1', '2'));
    expect(await versionsOf(reader)).toEqual(['1', '2']);
    await journal.append(events('3'));
    await journal.append(events('4'));
    expect(await versionsOf(reader)).toEqual(['3', '4']);
    await journal.close();
  });

  it('continues with the segments of a journal that is opened again', async () => {
    let reader = open();
    for (let version of ['1', '2', '3']) {
      let journal = openJournal(folder);
      await journal.append(events(version));
      await journal.close();
    }
    expect(await versionsOf(reader)).toEqual(['1', '2', '3']);
    expect(await fileNames(journalFolder(folder))).toHaveLength(3);
  });

  it('skips events before its marks, also in the middle of a record', async () => {
    write(headerLine(origin) + recordLine(0, events('1', '2', '3')) + recordLine(3, events('4')));
    expect(await versionsOf(open([{ ...origin, next: 2 }]))).toEqual(['3', '4']);
    expect(await versionsOf(open([{ ...origin, next: 4 }]))).toEqual([]);
  });

  it('deletes segments whose events are stored, except the last one', async () => {
    let long = 'x'.repeat(900);
    let many = Array.from({ length: 5_000 }, (_, i) => madeEvent({ ...made, version: String(i), userAgent: long }));
    let journal = openJournal(folder);
    let reader = open();
    for (let i = 0; i < 6; i++) await journal.append(many);
    let written = await fileNames(journalFolder(folder));
    expect(written.length).toBeGreaterThan(2);
    let first = await reader.read();
    expect(first?.from.next).toBe(0);
    expect(await versionsOf(reader)).toHaveLength(25_000);
    await reader.release([{ ...first!.from, next: 5_000 }]);
    expect((await fileNames(journalFolder(folder))).at(-1)).toBe(written.at(-1));
    await reader.release([{ ...first!.from, next: 30_000 }]);
    expect(await fileNames(journalFolder(folder))).toEqual(written.slice(-1));
    await journal.append(events('later'));
    expect(await versionsOf(reader)).toEqual(['later']);
    await journal.close();
  });
});

describe('after a failure', () => {
  it('reads a line once that was cut off and written again longer', async () => {
    let [one, two] = events('1', '2');
    let file = write(headerLine(origin) + recordLine(0, [one!]));
    let reader = open();
    expect(await versionsOf(reader)).toEqual(['1']);
    writeFileSync(file, headerLine(origin) + recordLine(0, [one!, two!]));
    expect(await versionsOf(reader)).toEqual(['2']);
    expect(warned).toEqual([]);
  });

  it('waits for a line that is still being written', async () => {
    let line = recordLine(0, events('1'));
    let file = write(headerLine(origin) + line.slice(0, 40));
    let reader = open();
    expect(await versionsOf(reader)).toEqual([]);
    appendFileSync(file, line.slice(40));
    expect(await versionsOf(reader)).toEqual(['1']);
  });

  it('keeps a damaged line in a file, logs it, counts its events, and reads later lines', async () => {
    let damaged = recordLine(1, events('2')).replace('"2"', '"3"');
    write(headerLine(origin) + recordLine(0, events('1')) + damaged + recordLine(2, events('4')));
    let reader = open();
    expect(await versionsOf(reader)).toEqual(['1', '4']);
    expect(damage.counts()).toMatchObject({ lines: 1, missing: 0 });
    await reader.release([{ ...origin, next: 3 }]);
    expect(damage.counts()).toMatchObject({ lines: 1, missing: 1 });
    expect(warned).toHaveLength(1);
    expect(readFileSync(path.join(journalFolder(folder), 'damaged', '0000000000000001.log'), 'utf8')).toBe(damaged);
  });

  it('refuses an event that no store can hold before anything is written', async () => {
    let journal = openJournal(folder);
    await expect(journal.append([...events('1'), { ...events('2')[0]!, id: 'none' }])).rejects.toThrow('not a UUID');
    await journal.append(events('3'));
    expect(await versionsOf(open())).toEqual(['3']);
    await journal.close();
    await expect(journal.append(events('4'))).rejects.toThrow('not open');
  });
});

describe('a segment that is deleted while it is written', () => {
  it('loses nothing that is written afterwards', async () => {
    let journal = openJournal(folder);
    await journal.append(events('1'));
    let reader = open();
    expect(await versionsOf(reader)).toEqual(['1']);
    for (let name of await fileNames(journalFolder(folder))) rmSync(path.join(journalFolder(folder), name));
    await journal.append(events('2'));
    await journal.append(events('3'));
    await journal.close();
    expect(await versionsOf(reader)).toEqual(['2', '3']);
    expect(await versionsOf(open())).toEqual(['2', '3']);
  });
});
