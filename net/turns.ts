/** Fair concurrency limiter: bounded queue, round robin by owner. */

export interface WorkLimit {
  atOnce: number;
  /** Per owner or visitor: lower, so that others always find a place. */
  atOnceOfOne: number;
  waiting: number;
  waitingOfOne: number;
  /** How long work waits before it is refused. */
  waitMs: number;
}

export interface Turns {
  /**
   * Refuses with too-much-at-once if `who` is over its limit, and with server-is-busy if the queue
   * is full or the wait too long. Work that is still waiting is dropped once `gone` is aborted.
   */
  take<T>(who: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T>;
  /** The next step of admitted work: waits its turn and is never refused. */
  goOn<T>(who: string, work: () => Promise<T>): Promise<T>;
  /** Like `take`, but the turn lasts until the returned function is called. */
  hold(who: string, gone?: AbortSignal): Promise<() => void>;
  state(): { working: number; waiting: number };
}

type Refusal = 'too-much-at-once' | 'server-is-busy';

/** `refuse` makes the error of refused work. */
export function createTurns(limit: WorkLimit, refuse = (code: Refusal): Error => new Error(code)): Turns {
  let working = new Map<string, number>();
  /** Waiting work by owner; the owner served last is last. */
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

  function serve(): void {
    while (workingInAll < limit.atOnce) {
      let line = nextLine(lines, (who) => working.get(who) ?? 0, limit.atOnceOfOne);
      if (!line) return;
      let [first] = line;
      first!();
    }
  }

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
        reject(refuse('server-is-busy'));
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

  /** Starts a turn at once (undefined), or returns a promise for it. */
  function enter(who: string, gone?: AbortSignal): Promise<void> | undefined {
    if (gone?.aborted) throw refuse('server-is-busy');
    if (mayBegin(who)) return void begin(who);
    let own = (working.get(who) ?? 0) + (lines.get(who)?.size ?? 0);
    if (own >= limit.atOnceOfOne + limit.waitingOfOne) throw refuse('too-much-at-once');
    if (waitingInAll >= limit.waiting) throw refuse('server-is-busy');
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

/** The owner with the least running work is next, then the one that has waited longest. */
function nextLine<Line>(
  lines: ReadonlyMap<string, Line>,
  workOf: (who: string) => number,
  max: number,
): Line | undefined {
  let next: Line | undefined;
  let least = max;
  for (let [who, line] of lines) if (workOf(who) < least) [next, least] = [line, workOf(who)];
  return next;
}
