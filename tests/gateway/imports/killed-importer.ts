/** A process that imports events in batches and kills itself between two of them. */
import { openEventStore } from 'tests/support/event-store';
import { randomEvents } from '../events/random-events';

let [, , folder, until, databaseUrl] = process.argv;
let store = await openEventStore({ folder: folder!, databaseUrl });
let events = randomEvents(3_000, 5, Number(until), 30);
let given = events.map((event, i) => ({
  event: { ...event, id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}` },
  formerArtifactId: '',
}));
await store.import(given.slice(0, 500));
await store.import(given.slice(500, 1_000));
void store.import(given.slice(1_000, 1_500));
setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2);
