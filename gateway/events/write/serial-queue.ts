/** Work on a table, one piece after the other: adding, deleting and opening again share a connection. */

export interface SerialQueue {
  /** Runs it once what was begun before has ended, whether well or not. Rejects after `close`. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when what was begun has ended. */
  close(): Promise<void>;
}

export function createSerialQueue(): SerialQueue {
  let working: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    let next = working.then(() => {
      if (isClosed) throw new Error('The event store is closed');
      return work();
    });
    working = next.catch(() => undefined);
    return next;
  }

  return { inTurn, close: () => inTurn(async () => void (isClosed = true)) };
}
