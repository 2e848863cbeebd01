/**
 * The mails a person can switch off, by the name they have on pages, in mails and in the audit log.
 * Mails about security and billing cannot be switched off.
 */
import { keysOf } from '../floor/keys-of';

export const optionalEmails = {
  weekly_summary: 'Weekly summary',
  new_company: 'New companies',
  alerts: 'Alerts and reports',
  welcome: 'Welcome',
  product_news: 'Product news',
} as const;

export type OptionalEmail = keyof typeof optionalEmails;
export const optionalEmailNames = keysOf(optionalEmails);
