/**
 * A process that stores events in a folder, begins an erasure and is killed before its second step.
 */
import { openEventStore } from 'tests/support/event-store';
import type { Tombstone } from 'gateway/floor/db/tombstone';
import { allDownloads, randomEvents } from '../events/random-events';

let [, , folder, until, tombstone] = process.argv;
let store = await openEventStore({ folder: folder! });
let events = randomEvents(20_000, 5, Number(until), 30);
for (let at = 0; at < events.length; at += 1_000) await store.append(events.slice(at, at + 1_000));
await store.aggregate(allDownloads(Number(until)));
let steps = 0;
let signal = {
  throwIfAborted() {
    if (++steps === 2) process.kill(process.pid, 'SIGKILL');
  },
} as AbortSignal;
await store.erase(JSON.parse(tombstone!) as Tombstone, signal);
