/**
 * The clockwork of the mails nobody waits for: looks every minute whether a summary is due, every
 * quarter of an hour for new companies.
 */
import { minuteMs } from 'contract/time';
import * as limits from 'contract/limits';
import { nextTurn, unwatched, type Jobs } from '../jobs';
import { sendCompanyNotices } from './new-companies';
import type { NoticeParts } from './parts';
import { sendWeeklySummaries } from './weekly-mail';

/**
 * `everyMs` is how often the clock is looked at. Gives the function that ends this and resolves
 * when the stores are no longer used.
 */
export function startNotices(parts: NoticeParts, everyMs: number = minuteMs, jobs?: Jobs): () => Promise<void> {
  let { clock, log } = parts;
  let summaries = jobs?.every(everyMs, 'weekly-summaries') ?? unwatched;
  let since = clock();
  let nextCompanies = since;
  let nextLook = () => Math.max(nextCompanies, nextTurn(since, everyMs, clock()));
  let companies = jobs?.every(limits.companyNoticesMs, 'new-companies', nextLook) ?? unwatched;
  let running: Promise<void> | undefined;

  let turn = async (): Promise<void> => {
    await summaries.run(() => sendWeeklySummaries(parts));
    if (clock() < nextCompanies) return;
    nextCompanies = clock() + limits.companyNoticesMs;
    await companies.run(() => sendCompanyNotices(parts));
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
