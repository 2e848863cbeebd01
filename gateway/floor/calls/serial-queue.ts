/** Runs work one piece after the other, whether the one before succeeds or fails. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #closed: Error | undefined;

  /** Rejects after `close`. */
  run<T>(work: () => Promise<T>): Promise<T> {
    let next = this.#last.then(() => {
      if (this.#closed) throw this.#closed;
      return work();
    });
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Resolves when all work has ended; later work is rejected with `reason`. */
  close(reason: Error): Promise<void> {
    return this.run(async () => void (this.#closed = reason));
  }
}
