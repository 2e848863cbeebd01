/** What is forgotten with time: when the gateway starts, and once a day while it runs. */
import type { Logger } from 'pino';
import { dayMs } from 'contract/time';
import { unwatched, type Job } from './jobs';

/**
 * Runs `forget` now and every day; a failure is logged in the words given. Gives the function that
 * ends this and resolves when nothing is under way.
 */
export function daily(
  forget: () => Promise<void>,
  failed: string,
  log: Logger,
  job: Job = unwatched,
): () => Promise<void> {
  let run = () => job.run(forget).catch((error: unknown) => log.error({ err: error }, failed));
  let running = run();
  let timer = setInterval(() => void (running = run()), dayMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
