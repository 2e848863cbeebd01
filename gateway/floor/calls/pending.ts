/** Keeps track of promises in flight, so that their end can be waited for. */
export function createPending() {
  let all = new Set<Promise<unknown>>();
  return {
    add<T>(work: Promise<T>): Promise<T> {
      let noted = work.finally(() => all.delete(noted));
      all.add(noted);
      return noted;
    },
    isEmpty: () => all.size === 0,
    /** Resolves when all of it has succeeded or failed, also what is added meanwhile. */
    async ended(): Promise<void> {
      while (all.size > 0) await Promise.allSettled(all);
    },
  };
}
