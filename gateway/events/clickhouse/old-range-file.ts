/** The range that one machine was sending in a version that kept it in SQLite, not in PostgreSQL. */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import type { PgSession } from '../../floor/db/session';
import { firstPendingNote, firstShippedNote } from './range-notes';

const rangeFile = 'events.shipping.sqlite';

/** Once, and before a storer begins, which completes the range. */
export async function moveRangeFile(folder: string, { query }: Pick<PgSession, 'query'>): Promise<void> {
  let file = path.join(folder, rangeFile);
  if (!existsSync(file)) return;
  for (let [name, text] of notesIn(file))
    await query(
      'insert into notes (name, text) values ($1, $2) on conflict (name) do update set text = excluded.text',
      [name, text],
    );
  renameSync(file, `${file}.moved`);
}

function notesIn(file: string): [name: string, text: string][] {
  let database = new Libsql(file);
  try {
    let textIn = (question: string) => database.prepare(question).get() as { text: string } | undefined;
    let pending = textIn('SELECT range AS text FROM pending');
    let shipped = textIn('SELECT CAST(last AS TEXT) AS text FROM shipped');
    return [
      ...(shipped ? [[firstShippedNote, shipped.text] as [string, string]] : []),
      ...(pending ? [[firstPendingNote, pending.text.trim()] as [string, string]] : []),
    ];
  } finally {
    database.close();
  }
}
