/** Keeps the rules of the edge as they were last read, and reads them again after each change. */
import type { GatewayParts } from '../gateway';
import { onChange } from '../db/owner-transaction';
import { loadRules } from '../packages/edge-rules';
import { arrange, type RuleTable } from './routing-table';

export interface RuleKeeper {
  /** Null until they are read for the first time. */
  table: RuleTable | null;
  ready: Promise<RuleTable>;
  close(): void;
}

/**
 * Milliseconds until rules that could not be read are asked for again; the last good ones stay in
 * force.
 */
const retryMs = 1_000;

/** Starts reading. Whoever announces a change waits until it is in force here. */
export function keepRules({
  records,
  domain,
  publicUrl,
  log,
}: Pick<GatewayParts, 'records' | 'domain' | 'publicUrl' | 'log'>): RuleKeeper {
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let begin: (table: RuleTable) => void;
  let running: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;
  let ready = new Promise<RuleTable>((resolve) => (begin = resolve));

  let read = async () => {
    try {
      keeper.table = arrange(await loadRules(records, { domain, publicUrl }));
      begin(keeper.table);
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
  let keeper: RuleKeeper = {
    table: null,
    ready,
    close() {
      closed = true;
      clearTimeout(retry);
      stop();
    },
  };
  void refresh();
  return keeper;
}
