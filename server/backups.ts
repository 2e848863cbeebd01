/** The store side's part in a backup: pauses changes to the stores while they are copied. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EventStore } from 'gateway/events/shape/store';
import { readRequest, removeAnswer, requestTouched, silenceMs, writeAnswer } from './backup-request';

const lookMs = 1_000;
/** While pages wait for the copy. */
const lookOftenMs = 20;
const storesLimitMs = 30_000;

export function serveBackups(
  folder: string,
  events: Pick<EventStore, 'freezeFile'>,
  log: Logger,
): { close(): Promise<void> } {
  let closing = new AbortController();
  let { signal } = closing;
  let answered: string | undefined;

  async function watch(): Promise<void> {
    for (;;) {
      await pause(lookMs, undefined, { signal, ref: false });
      let request = readRequest(folder);
      if (!request || request.id === answered) continue;
      answered = request.id;
      await keep(request.id);
    }
  }

  async function keep(id: string): Promise<void> {
    try {
      writeAnswer(folder, { id, state: 'preparing' });
      await events.freezeFile(async (letIn) => {
        writeAnswer(folder, { id, state: 'kept' });
        await untilCopied(folder, id, letIn, signal);
      }, signal);
      removeAnswer(folder);
    } catch (error) {
      if (signal.aborted) return removeAnswer(folder);
      log.error({ err: error }, 'the stores could not be kept as they are for a backup');
      tellFailure(id, error);
    }
  }

  function tellFailure(id: string, error: unknown): void {
    try {
      writeAnswer(folder, { id, state: 'failed', why: error instanceof Error ? error.message : String(error) });
    } catch {
      // The command reports an unwritable folder itself, or times out.
    }
  }

  let watching = watch().catch(() => undefined);
  return {
    async close() {
      closing.abort();
      await watching;
    },
  };
}

/** Resolves when the request is withdrawn or abandoned. Rejects when pages would wait too long. */
async function untilCopied(folder: string, id: string, letIn: () => void, signal: AbortSignal): Promise<void> {
  let begun = performance.now();
  let touched = { mark: requestTouched(folder), at: begun };
  let isLetIn = false;
  for (;;) {
    await pause(isLetIn ? lookMs : lookOftenMs, undefined, { signal });
    let request = readRequest(folder);
    if (request?.id !== id) return;
    let now = performance.now();
    let mark = requestTouched(folder);
    if (mark !== touched.mark) touched = { mark, at: now };
    if (now - touched.at > silenceMs) return;
    if (request.stage === 'files' && !isLetIn) {
      isLetIn = true;
      letIn();
    }
    if (!isLetIn && now - begun > storesLimitMs)
      throw new Error(`Records were not copied within ${storesLimitMs / 1_000} s.`);
  }
}
