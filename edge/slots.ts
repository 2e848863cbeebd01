/**
 * Limits concurrent work in all and per owner, so that one owner's slow registries, or many
 * requests for one owner, leave slots for others.
 */

export interface SlotLimit {
  atOnce: number;
  atOnceOfOne: number;
  /** More waiting tasks than this are refused. */
  waitingOfOne: number;
}

/**
 * Runs a task when there is a slot; waiting owners get one in turn. Rejects tasks beyond the limit.
 */
export type InSlot = <Value>(owner: string, task: () => Promise<Value>) => Promise<Value>;

export function createSlots({ atOnce, atOnceOfOne, waitingOfOne }: SlotLimit): InSlot {
  let working = new Map<string, number>();
  let workingInAll = 0;
  /** The owner that was served last is at the end. */
  let lines = new Map<string, (() => void)[]>();

  let isFree = (owner: string) => workingInAll < atOnce && (working.get(owner) ?? 0) < atOnceOfOne;

  function begin(owner: string): void {
    workingInAll += 1;
    working.set(owner, (working.get(owner) ?? 0) + 1);
  }

  function end(owner: string): void {
    workingInAll -= 1;
    let left = working.get(owner)! - 1;
    if (left > 0) working.set(owner, left);
    else working.delete(owner);
    for (let [next, line] of lines) {
      if (!isFree(next)) continue;
      // Take the slot here, so that no other task gets it before the waiting one continues.
      begin(next);
      lines.delete(next);
      let [go, ...more] = line;
      if (more.length > 0) lines.set(next, more);
      return go!();
    }
  }

  return async (owner, task) => {
    if (!lines.has(owner) && isFree(owner)) begin(owner);
    else {
      let line = lines.get(owner) ?? [];
      if (line.length >= waitingOfOne) throw new Error('too much of this owner waits');
      await new Promise<void>((go) => lines.set(owner, [...line, go]));
    }
    try {
      return await task();
    } finally {
      end(owner);
    }
  };
}
