/**
 * A process of its own for the recount test: appends and asks until it is killed, and says when it
 * has begun to answer.
 */
import { openEventStore } from 'tests/support/event-store';
import { askWhileAppending, newQuestions } from '../tests/gateway/ask-and-append';
import { randomEvents } from '../tests/gateway/random-events';

export interface Round {
  number: number;
  questions: number;
  eventsMax: number;
  /** Milliseconds: the end of the events' days. */
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
