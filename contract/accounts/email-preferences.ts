import { z } from 'zod';
import { optionalEmailNames } from './optional-emails';
import { route } from '../rules/route';

/** Product news and the weekly summary are off at first. */
export const EmailPreferences = z.object({
  /** On Mondays: a summary for the packages of every owner the person belongs to. */
  weekly_summary: z.boolean(),
  /** About packages for which the person has switched notifications on. */
  new_company: z.boolean(),
  /** Alerts and reports that an owner sends to the person. */
  alerts: z.boolean(),
  /** Once, when the address is confirmed for the first time. */
  welcome: z.boolean(),
  /** Consent to mails about new features. The gateway itself sends none. */
  product_news: z.boolean(),
});
export type EmailPreferences = z.infer<typeof EmailPreferences>;

export const ChangeEmailPreferences = EmailPreferences.partial();

/** The token of an unsubscribe link, which is as long as what is sealed in it. */
const UnsubscribeToken = z.string().max(300);

export const Unsubscription = z.object({
  username: z.string(),
  mail: z.enum(optionalEmailNames),
  is_on: z.boolean(),
});
export type Unsubscription = z.infer<typeof Unsubscription>;

const Person = z.object({ username: z.string() });
const Link = z.object({ token: UnsubscribeToken });
const users = { tag: 'Users' } as const;

export const productNewsColumns = ['email', 'username', 'first_name', 'last_name', 'asked_for_at'] as const;

export const emailPreferencesApi = {
  getEmailPreferences: route({
    ...users,
    id: 'getEmailPreferences',
    method: 'GET',
    path: '/internal/users/{username}/email-preferences',
    summary: 'Get email preferences',
    access: 'self',
    params: Person,
    answer: EmailPreferences,
    errors: ['user-not-found'],
  }),

  updateEmailPreferences: route({
    ...users,
    id: 'updateEmailPreferences',
    method: 'PUT',
    path: '/internal/users/{username}/email-preferences',
    summary: 'Update email preferences; omitted ones do not change',
    access: 'self',
    params: Person,
    body: ChangeEmailPreferences,
    answer: EmailPreferences,
    errors: ['user-not-found'],
  }),

  requestWeeklySummary: route({
    ...users,
    id: 'requestWeeklySummary',
    method: 'POST',
    path: '/internal/users/{username}/weekly-summaries',
    summary: 'Send the summary of the last full week (Monday to Sunday) now',
    access: 'self',
    params: Person,
    errors: ['user-not-found', 'email-is-not-confirmed', 'nothing-to-report', 'too-many-requests'],
  }),

  getUnsubscription: route({
    ...users,
    id: 'getUnsubscription',
    method: 'GET',
    path: '/internal/unsubscriptions/{token}',
    summary: 'Get which emails an unsubscribe link is for',
    access: 'anyone',
    params: Link,
    answer: Unsubscription,
    errors: ['unsubscribe-token-not-valid'],
  }),

  unsubscribe: route({
    ...users,
    id: 'unsubscribe',
    method: 'POST',
    path: '/internal/unsubscriptions/{token}',
    summary: 'Unsubscribe from a kind of email with its link; idempotent',
    access: 'anyone',
    params: Link,
    errors: ['unsubscribe-token-not-valid'],
  }),

  exportProductNewsAddresses: route({
    tag: 'Administration',
    id: 'exportProductNewsAddresses',
    method: 'GET',
    path: '/internal/admin/product-news-addresses',
    summary: 'Export verified emails of people who opted in to product news; audited',
    access: 'platform-admin',
    kind: 'csv',
    columns: productNewsColumns,
  }),
};
