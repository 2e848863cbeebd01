/** A process that opens the event store of a folder, writes twenty events and kills itself. */
import { openEventStore } from 'tests/support/event-store';
import { randomEvents } from '../random-events';

let [, , folder, until] = process.argv;
let store = await openEventStore({ folder: folder! });
await store.append(randomEvents(20, 5, Number(until), 30));
process.kill(process.pid, 'SIGKILL');
