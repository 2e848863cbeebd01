/** A process that stores events until it is killed, or until its PostgreSQL session ends. */
import { openRecords } from 'gateway/floor/db/open';
import { openPgSession } from 'gateway/floor/db/session';
import { openStorer } from 'gateway/events/clickhouse/storer';
import { allTombstones } from 'gateway/floor/tombstones';
import { openDamageLog } from 'journal/damage-log';

let [, , folder = '', url = '', databaseUrl = '', cluster] = process.argv;
let records = await openRecords({ databaseUrl });
let session = await openPgSession(databaseUrl);
void session.ended.then(() => process.exit(3));
let warn = (sentence: string) => void process.stderr.write(`${sentence}\n`);
let storer = await openStorer({
  url,
  cluster,
  folder,
  session,
  warn,
  damage: await openDamageLog(folder, warn),
  resolve: async (events) => events,
  clock: Date.now,
  tombstones: () => allTombstones(records),
});
let said = '';
setInterval(() => {
  let { storing, reading } = storer.failure();
  let failure = String(storing ?? reading ?? '');
  if (failure !== said) process.stderr.write(`${process.pid}: ${failure || 'stores again'}\n`);
  said = failure;
}, 250);
process.send?.('storing');
