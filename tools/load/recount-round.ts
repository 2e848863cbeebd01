/**
 * A process for the recount test: appends events and queries until it is killed, and reports when
 * its first answer arrives.
 */
import { openEventStore } from 'tests/support/event-store';
import { askWhileAppending, newQuestions } from '../../tests/gateway/events/query-and-append';
import { randomEvents } from '../../tests/gateway/events/random-events';

export interface Round {
  number: number;
  questions: number;
  eventsMax: number;
  /** Milliseconds: end of the days of the events. */
  until: number;
}

let [, , folder = '', given = ''] = process.argv;
let { number, questions, eventsMax, until } = JSON.parse(given) as Round;
let store = await openEventStore({ folder });
for (let part = 0; ; part++) {
  let seed = 1_000 * (number + 1) + part;
  await askWhileAppending(store, newQuestions(questions, seed, until), randomEvents(eventsMax, seed, until, 45));
  process.send?.('asked');
}
