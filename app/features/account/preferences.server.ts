/** Which optional mails the account page offers, and the posted boxes. */
import type { EmailPreferences } from 'contract/email-preferences';
import { optionalMailNames, type OptionalMail } from 'contract/optional-mails';
import { z } from 'zod';
import { env } from '../../env.server';

/**
 * The welcome mail is no question any more once the address is confirmed; product news are asked
 * about by their flag, and taken back without it.
 */
export function shownMails(preferences: EmailPreferences, isConfirmed: boolean): OptionalMail[] {
  return optionalMailNames.filter((mail) => {
    if (mail === 'welcome') return !isConfirmed;
    return mail !== 'product_news' || env.flags.showMarketingOptInUi || preferences.product_news;
  });
}

const box = z.boolean().default(false);

/** Boxes that were not on the page say nothing; of those that were, an unticked one is not sent. */
export const PreferencesForm = z
  .object({
    shown: z.string().max(200).default(''),
    weekly_summary: box,
    new_company: box,
    welcome: box,
    product_news: box,
  })
  .transform(({ shown, ...ticked }): Partial<EmailPreferences> => {
    let asked = shown.split(' ');
    return Object.fromEntries(Object.entries(ticked).filter(([mail]) => asked.includes(mail)));
  });
