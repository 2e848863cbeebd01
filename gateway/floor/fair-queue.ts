/** Work in turn: a few at once, a short line, and every owner's next before anybody's second. */
import { ApiError } from './api-error';
import type { WorkLimit } from './work-limits';

export interface FairQueue {
  /**
   * Runs `work` when its turn comes. Refuses with too-much-at-once where `who` has too much in work
   * and waiting, with server-is-busy where all have or it waits too long. Once `gone` is aborted,
   * nothing that waits is begun.
   */
  take<T>(who: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T>;
  /** The next step of what has been taken on: waits for its turn, and is never refused. */
  goOn<T>(who: string, work: () => Promise<T>): Promise<T>;
  /** Begins a turn as `take` does; it lasts until the given function is called. */
  hold(who: string, gone?: AbortSignal): Promise<() => void>;
  /** How many are at work, and how many wait. */
  state(): { working: number; waiting: number };
}

const retrySeconds = 5;

/** Makes the lines. */
export function createFairQueue(limit: WorkLimit): FairQueue {
  let working = new Map<string, number>();
  /** Who waits with what; who was served last stands last. */
  let lines = new Map<string, Set<() => void>>();
  let workingInAll = 0;
  let waitingInAll = 0;

  let mayBegin = (who: string) =>
    workingInAll < limit.atOnce && (working.get(who) ?? 0) < limit.atOnceOfOne && !lines.has(who);

  function begin(who: string): void {
    workingInAll += 1;
    working.set(who, (working.get(who) ?? 0) + 1);
  }

  function end(who: string): void {
    workingInAll -= 1;
    let left = working.get(who)! - 1;
    if (left > 0) working.set(who, left);
    else working.delete(who);
    serve();
  }

  /** Whoever has the least at work is next; among those, who has waited longest for a turn. */
  function serve(): void {
    while (workingInAll < limit.atOnce) {
      let next: string | undefined;
      let least = limit.atOnceOfOne;
      for (let who of lines.keys()) {
        let own = working.get(who) ?? 0;
        if (own < least) [next, least] = [who, own];
      }
      if (next === undefined) return;
      let [first] = lines.get(next)!;
      first!();
    }
  }

  /** Resolves when the turn has begun. */
  function wait(who: string, waitMs: number, gone?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let line = lines.get(who) ?? new Set();
      let leave = () => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', giveUp);
        waitingInAll -= 1;
        line.delete(first);
        lines.delete(who);
        if (line.size > 0) lines.set(who, line);
      };
      let first = () => {
        leave();
        begin(who);
        resolve();
      };
      let giveUp = () => {
        leave();
        reject(busy());
      };
      let timer = waitMs === Infinity ? undefined : setTimeout(giveUp, waitMs);
      gone?.addEventListener('abort', giveUp);
      waitingInAll += 1;
      lines.set(who, line.add(first));
    });
  }

  async function run<T>(who: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      end(who);
    }
  }

  /**
   * Begins a turn at once, or gives what resolves when it has begun. Refuses where there are too
   * many.
   */
  function enter(who: string, gone?: AbortSignal): Promise<void> | undefined {
    if (gone?.aborted) throw busy();
    if (mayBegin(who)) return void begin(who);
    let own = (working.get(who) ?? 0) + (lines.get(who)?.size ?? 0);
    if (own >= limit.atOnceOfOne + limit.waitingOfOne)
      throw new ApiError('too-much-at-once', undefined, { retrySeconds });
    if (waitingInAll >= limit.waiting) throw busy();
    return wait(who, limit.waitMs, gone);
  }

  return {
    async take(who, work, gone) {
      let turn = enter(who, gone);
      if (turn) await turn;
      return run(who, work);
    },
    async hold(who, gone) {
      let turn = enter(who, gone);
      if (turn) await turn;
      return () => end(who);
    },
    async goOn(who, work) {
      if (mayBegin(who)) begin(who);
      else await wait(who, Infinity);
      return run(who, work);
    },
    state: () => ({ working: workingInAll, waiting: waitingInAll }),
  };
}

function busy(): ApiError {
  return new ApiError('server-is-busy', undefined, { retrySeconds });
}

/** Runs work when its turn comes. */
export type RunInQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** The same parts, each of them made in its turn. */
export async function* queuedParts<Part>(made: AsyncIterable<Part>, inTurn: RunInQueue): AsyncGenerator<Part> {
  let parts = made[Symbol.asyncIterator]();
  try {
    for (;;) {
      let { done, value } = await inTurn(() => parts.next());
      if (done) return;
      yield value as Part;
    }
  } finally {
    await parts.return?.();
  }
}
