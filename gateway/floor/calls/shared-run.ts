/** Work of which one run at a time is on its way: calls share it. */
export interface SharedRun {
  /** The run on its way, or a new one. */
  join(): Promise<void>;
  /** One that begins after the call: a run on its way may be past what is new. */
  follow(): Promise<void>;
  /** Why the last run failed; undefined if it succeeded. */
  failure(): unknown;
  isRunning(): boolean;
  /** Resolves when the run on its way has ended. */
  ended(): Promise<void>;
}

export function createSharedRun(work: () => Promise<unknown>): SharedRun {
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  let failure: unknown;

  function join(): Promise<void> {
    running ??= work()
      .then(
        () => void (failure = undefined),
        (error: unknown) => {
          failure = error;
          throw error;
        },
      )
      .finally(() => (running = undefined));
    return running;
  }

  function next(): Promise<void> {
    following = undefined;
    return join();
  }

  return {
    join,
    follow: () => (running ? (following ??= running.then(next, next)) : join()),
    failure: () => failure,
    isRunning: () => running !== undefined,
    async ended() {
      await running?.catch(() => undefined);
    },
  };
}
