/**
 * Damage in `records.sqlite`: every table and index is checked, and every text is read. The engine
 * checks on a thread of its own, and this one reads in short steps.
 */
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Libsql from 'libsql';
import LibsqlAside from 'libsql/promise';
import { z } from 'zod';
import { errorCode } from 'contract/floor/error-code';
import { errorMessage } from 'net/error-message';
import { recordsFile } from './dialect';

/** Errors per table. */
const integrityLinesMax = 3;
/** In a sentence. */
const linesMax = 5;
const stepMs = 10;

/** Whether the disk has changed or lost a part of the file. */
function isDamage(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(errorCode(error) ?? '');
}

/**
 * What is damaged in records that are in use, with the remedy, and the number of errors. Pauses for
 * other work.
 */
export async function damageOfOpenRecords(
  folder: string,
  signal: AbortSignal,
): Promise<{ found: number; sentence: string | undefined }> {
  let lines = await damageIn(path.join(folder, recordsFile), signal);
  let sentence =
    `${recordsFile} is damaged: ${lines.slice(0, linesMax).join('; ')}. Check the disk, stop the server, and run ` +
    `"landfall check ${folder} --repair <new folder>", or restore a backup.`;
  return { found: lines.length, sentence: lines.length > 0 ? sentence : undefined };
}

/**
 * Of each table in turn. Lines begin with the table, where they are about one. Pauses only with a
 * signal.
 */
export async function damageIn(file: string, signal?: AbortSignal): Promise<string[]> {
  let database = new Libsql(file, { readonly: true });
  let aside = new LibsqlAside(file, { readonly: true });
  let stop = () => aside.interrupt();
  signal?.addEventListener('abort', stop);
  let rest = createRests(signal);
  try {
    // The engine's errors would contain texts that end the process.
    let found = await damagedTexts(database, 'sqlite_schema', rest);
    if (found.length > 0) return found;
    for (let table of tablesIn(database)) {
      signal?.throwIfAborted();
      let lines = (await integrityOf(aside, `"${table}"`)).map((line) => `${table}: ${line}`);
      for (let line of lines.length > 0 ? lines : await damagedTexts(database, table, rest)) found.push(line);
    }
    // What belongs to no table.
    return found.length > 0 ? found : await integrityOf(aside, String(integrityLinesMax));
  } finally {
    signal?.removeEventListener('abort', stop);
    aside.close();
    database.close();
  }
}

type Rest = () => Promise<void>;

function createRests(signal: AbortSignal | undefined): Rest {
  let begun = performance.now();
  return async () => {
    let took = performance.now() - begun;
    if (!signal || took < stepMs) return;
    await pause(took, undefined, { signal });
    begun = performance.now();
  };
}

function tablesIn(database: Libsql.Database): string[] {
  let rows = database.prepare(`select name from sqlite_schema where type = 'table' order by name`).all();
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

const Lines = z.array(z.object({ integrity_check: z.string() }));

/** `about`: a table, or how many errors of all tables to find. */
async function integrityOf(aside: LibsqlAside, about: string): Promise<string[]> {
  try {
    let statement = await aside.prepare(`pragma integrity_check(${about})`);
    let lines = Lines.parse(await statement.all()).map((line) => line.integrity_check);
    if (lines.length === 1 && lines[0] === 'ok') return [];
    return lines
      .slice(0, integrityLinesMax)
      .map((line) => line.replace(/^\*\*\* .* \*\*\*\n/, '').replaceAll('\n', ', '));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [errorMessage(error)];
  }
}

/** Reading a text that is not UTF-8 would end this process, so texts are read as bytes. */
async function damagedTexts(database: Libsql.Database, table: string, rest: Rest): Promise<string[]> {
  try {
    let wrong = 0;
    for (let { values, types } of rowsOf(database, table)) {
      if (values.some((value, i) => types[i] === 'text' && value instanceof ArrayBuffer && !isUtf8(value))) wrong += 1;
      await rest();
    }
    return wrong === 0 ? [] : [`${table}: texts of ${wrong} ${wrong === 1 ? 'row are' : 'rows are'} not UTF-8`];
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [`${table}: ${errorMessage(error)}`];
  }
}

/** Rows in their order, with texts as bytes. */
export function* rowsOf(database: Libsql.Database, table: string, direction: 'asc' | 'desc' = 'asc') {
  let columns = database
    .prepare(`select * from "${table}" limit 0`)
    .columns()
    .map(({ name }) => `"${name}"`);
  let selected = columns.flatMap((name, i) => [
    `iif(typeof(${name}) = 'text', cast(${name} as blob), ${name}) as v${i}`,
    `typeof(${name}) as t${i}`,
  ]);
  let found = database.prepare(`select ${selected.join(', ')} from "${table}" not indexed order by rowid ${direction}`);
  for (let row of found.iterate()) {
    let all: unknown[] = Object.values(row as object);
    yield { values: all.filter((_, i) => i % 2 === 0), types: all.filter((_, i) => i % 2 === 1) };
  }
}
