/** Runs `work` once at a time: calls share the run in flight. */
export function createSharedRun(work: () => Promise<unknown>) {
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  let failure: unknown;

  async function run(): Promise<void> {
    try {
      await work();
      failure = undefined;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      running = undefined;
    }
  }

  /** The run in flight, or a new one. */
  let join = (): Promise<void> => (running ??= run());

  function next(): Promise<void> {
    following = undefined;
    return join();
  }

  return {
    join,
    /** A run that begins after the call: the one in flight may be past what is new. */
    follow: (): Promise<void> => (running ? (following ??= running.then(next, next)) : join()),
    /** Why the last run failed; undefined if it succeeded. */
    failure: () => failure,
    isRunning: () => running !== undefined,
    /** Resolves when the run in flight has ended. */
    ended: async () => void (await running?.catch(() => undefined)),
  };
}
