/**
 * Work in a few slots at once, and of one owner only in some of them: what one owner's registries
 * hold up, or strangers ask of one owner, leaves room for all others.
 */

export interface SlotLimit {
  atOnce: number;
  atOnceOfOne: number;
  /** What waits beyond this is refused. */
  waitingOfOne: number;
}

/** Runs a task when there is a slot; owners that wait get one in turn. Rejects what is too much. */
export type InSlot = <Value>(owner: string, task: () => Promise<Value>) => Promise<Value>;

/** Makes the slots. */
export function createSlots({ atOnce, atOnceOfOne, waitingOfOne }: SlotLimit): InSlot {
  let working = new Map<string, number>();
  let workingInAll = 0;
  /** Who was served last stands last. */
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
      // The slot is taken here: whoever comes before the waiting task goes on finds it taken.
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
