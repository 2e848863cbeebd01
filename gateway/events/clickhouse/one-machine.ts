/**
 * One machine with its events on ClickHouse is a cluster of one: it sends the journal of its edge,
 * stores what has arrived, and answers questions with everything that is durable.
 */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import type { Logger } from 'pino';
import { openDamageLog } from 'journal/damage-log';
import { refuseNewerJournal } from 'journal/headers';
import { ApiError } from '../../floor/calls/api-error';
import type { PgSession } from '../../floor/db/session';
import type { EventStore } from '../shape/store';
import { openClickhouseAnswers } from './open';
import { firstPendingNote, firstShippedNote } from './range-notes';
import { shipJournal } from './ship-journal';
import { openStorer, type StorerParts } from './storer';
import { asUnavailable } from './unavailable';

export interface OneMachine extends Omit<StorerParts, 'warn' | 'damage'> {
  log: Logger;
}

/**
 * Throws an Error with advice if the server does not answer, or does not have what was sent to it.
 */
export async function openClickhouseStore({ log, ...parts }: OneMachine): Promise<EventStore> {
  let { folder, url, cluster, session } = parts;
  await refuseNewerJournal(folder);
  let closing: (() => Promise<void>)[] = [];
  let close = async () => {
    for (let one of closing.splice(0).toReversed()) await one();
  };
  try {
    await moveRangeFile(folder, session);
    let warn = (sentence: string) => log.error(sentence);
    let damage = await openDamageLog(folder, warn);
    closing.push(damage.close);
    let storer = await openStorer({ ...parts, warn, damage });
    closing.push(storer.close);
    await storer.begun.catch((error: unknown) => {
      // The events of a shard that is away wait.
      if (cluster === undefined || !(asUnavailable(error) instanceof ApiError)) throw error;
    });
    let journal = shipJournal({ folder, url, cluster, clock: parts.clock ?? Date.now, log, damage });
    closing.push(journal.close);
    let writes = { session, tombstones: await parts.tombstones(), storer, journal };
    let store = await openClickhouseAnswers({ folder, url, cluster, warn, writes });
    closing.push(store.close);
    return { ...store, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The range that one machine was sending in a version that kept it in SQLite, not in PostgreSQL. */
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
