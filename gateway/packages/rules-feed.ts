/** Reads the rules of the edge, and reads them again after each change. */
import type { Logger } from 'pino';
import type { Rules } from 'contract/edge-rules';
import { onChange } from '../db/owner-transaction';
import type { Records } from '../db/schema';
import { loadRules } from './edge-rules';
import type { OwnAddresses } from './hosts';

/** Puts rules in force; a change is answered when it resolves. */
export type TakeRules = (rules: Rules) => void | Promise<void>;

export interface RulesFeed {
  /** Resolves when the rules were taken for the first time. */
  ready: Promise<void>;
  close(): void;
}

/** Milliseconds until rules that could not be read are asked for again. */
const retryMs = 1_000;

/** Starts reading. Whoever announces a change waits until `take` has it. */
export function feedRules(records: Records, own: OwnAddresses, take: TakeRules, log: Logger): RulesFeed {
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let begin: () => void;
  let running: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;
  let ready = new Promise<void>((resolve) => (begin = resolve));

  let read = async () => {
    try {
      await take(await loadRules(records, own));
      begin();
    } catch (error) {
      if (closed) return;
      log.error({ err: error }, 'the rules of the edge could not be read');
      retry = setTimeout(refresh, retryMs).unref();
    }
  };
  // A change during a reading may have been missed by it, so it waits for one more; all changes of
  // that time share it.
  let refresh = (): Promise<void> => {
    if (running) return (waiting ??= running.then(refresh));
    waiting = null;
    running = read().finally(() => (running = null));
    return running;
  };
  let stop = onChange(records, refresh);
  void refresh();
  return {
    ready,
    close() {
      closed = true;
      clearTimeout(retry);
      stop();
    },
  };
}
