/**
 * A process that ships events until it is killed; each id is in the file `written` once it is
 * durable.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { openClickhouseStore } from 'gateway/events/clickhouse/open';
import { openJournal } from 'journal/journal';
import { randomEvents } from '../gateway/random-events';

let [, , folder = '', url = '', round = ''] = process.argv;
await openClickhouseStore({ folder, url, warn: () => undefined });
let journal = openJournal(folder);
process.send?.('shipping');
for (let part = 0; ; part++) {
  let events = randomEvents(15, 1_000 * Number(round) + part, Date.UTC(2026, 2, 12), 30);
  await journal.append(events);
  appendFileSync(path.join(folder, 'written'), events.map(({ id }) => `${id}\n`).join(''));
}
