/** The clockwork of the mails nobody waits for: looks every minute whether a summary is due, every quarter of an hour for new companies. */
import * as limits from 'contract/limits';
import { sendCompanyNotices } from './new-companies';
import type { NoticeParts } from './parts';
import { sendWeeklySummaries } from './weekly';

const minuteMs = 60_000;

/** `everyMs` is how often the clock is looked at. Gives the function that ends this and resolves when the stores are no longer used. */
export function startNotices(parts: NoticeParts, everyMs: number = minuteMs): () => Promise<void> {
  let { clock, log } = parts;
  let nextCompanies = clock();
  let running: Promise<void> | undefined;

  let turn = async (): Promise<void> => {
    await sendWeeklySummaries(parts);
    if (clock() < nextCompanies) return;
    nextCompanies = clock() + limits.companyNoticesMs;
    await sendCompanyNotices(parts);
  };

  let timer = setInterval(() => {
    running ??= turn()
      .catch((error: unknown) => log.error({ err: error }, 'notices not sent'))
      .finally(() => (running = undefined));
  }, everyMs).unref();

  return async () => {
    clearInterval(timer);
    await running;
  };
}
