/** When summaries are looked after: which events are settled, and how often. */
import { minuteMs, secondMs } from 'contract/floor/time';

/**
 * Later events are counted from the table. Questions at an earlier snapshot than the summaries are
 * counted from the events alone, so this is longer than a page takes; and few late repeats of a
 * download make a summary stale.
 */
const settledMs = minuteMs;
export const lookEveryMs = 5 * secondMs;
/** After an error, for example without memory. */
const againMs = minuteMs;

/** Tells the end of the events that were there a while ago, if there is one. `end` is that of now. */
export function createSettledEnd<End>(end: () => End): () => End | undefined {
  /** Everything stored at the start is settled. */
  let stable = [{ at: performance.now() - settledMs, end: end() }];
  return () => {
    let now = performance.now();
    stable.push({ at: now, end: end() });
    while (stable[1] && stable[1].at <= now - settledMs) stable.shift();
    let [first] = stable;
    return first && first.at <= now - settledMs ? first.end : undefined;
  };
}

/**
 * Calls `look` again and again, one call at a time, less often after a failure, of which the first is
 * reported. The function that is returned resolves when the last call has ended.
 */
export function lookRegularly(
  look: () => Promise<void>,
  { everyMs, warn, stopping }: { everyMs: number; warn(sentence: string): void; stopping: AbortSignal },
): () => Promise<void> {
  let notBefore = 0;
  let hasWarned = false;
  let running: Promise<void> | undefined;
  let timer = setInterval(() => {
    if (performance.now() < notBefore) return;
    running ??= look()
      .catch((error: unknown) => {
        notBefore = performance.now() + againMs;
        if (stopping.aborted || hasWarned) return;
        hasWarned = true;
        warn(`Summaries of events cannot be updated; reports are slower: ${String(error)}`);
      })
      .finally(() => (running = undefined));
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
