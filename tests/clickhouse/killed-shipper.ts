/**
 * A process that ships events until it is killed; each id is in the file `written` once it is
 * durable. The last argument is a rest between them, in milliseconds.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openJournal } from 'journal/journal';
import { openOnClickhouse } from 'tests/support/event-store';
import { randomEvents } from '../gateway/events/random-events';

let [, , folder = '', url = '', databaseUrl = '', round = '', restMs = '0'] = process.argv;
await openOnClickhouse({ folder, url, databaseUrl });
let journal = openJournal(folder);
process.send?.('shipping');
for (let part = 0; ; part++) {
  let events = randomEvents(15, 1_000 * Number(round) + part, Date.UTC(2026, 2, 12), 30);
  await journal.append(events);
  appendFileSync(path.join(folder, 'written'), events.map(({ id }) => `${id}\n`).join(''));
  if (restMs !== '0') await pause(Number(restMs));
}
