/** Turns of requests: what is refused is an error of the catalogue. */
import { createTurns, type Turns, type WorkLimit } from 'net/turns';
import { ApiError } from './api-error';

export type FairQueue = Turns;

const retrySeconds = 5;

export function createFairQueue(limit: WorkLimit): FairQueue {
  return createTurns(limit, (code) => new ApiError(code, undefined, { retrySeconds }));
}

export type RunInQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes each part in its own turn. */
export async function* queuedParts<Part>(made: AsyncIterable<Part>, inTurn: RunInQueue): AsyncGenerator<Part> {
  let parts = made[Symbol.asyncIterator]();
  try {
    for (;;) {
      let { done, value } = await inTurn(() => parts.next());
      if (done) return;
      yield value;
    }
  } finally {
    await parts.return?.();
  }
}
