/** Work on its way, so that its end can be waited for. */
export interface Pending {
  /** Returns the work. */
  add<T>(work: Promise<T>): Promise<T>;
  isEmpty(): boolean;
  /** Resolves when all of it has succeeded or failed, also what is added meanwhile. */
  ended(): Promise<void>;
}

export function createPending(): Pending {
  let all = new Set<Promise<unknown>>();
  return {
    add(work) {
      let noted = work.finally(() => all.delete(noted));
      all.add(noted);
      return noted;
    },
    isEmpty: () => all.size === 0,
    async ended() {
      while (all.size > 0) await Promise.allSettled(all);
    },
  };
}
