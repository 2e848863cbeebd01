/** Schedule of the optional mails: weekly summaries, and notices of new companies. */
import { createJobs, type Jobs } from '../../floor/jobs';
import { sendCompanyNotices } from './new-companies';
import type { NoticeParts } from './parts';
import { sendWeeklySummaries } from './weekly-mail';

/** Gives the function that ends this and resolves when the stores are no longer used. */
export function startNotices(parts: NoticeParts, jobs: Jobs = createJobs(parts.clock)): () => Promise<void> {
  let report = (error: unknown) => parts.log.error({ err: error }, 'notices not sent');
  let summaries = jobs.start('weekly-summaries', () => sendWeeklySummaries(parts), report);
  let companies = jobs.start('new-companies', () => sendCompanyNotices(parts), report);
  return async () => {
    await summaries.stop();
    await companies.stop();
  };
}
