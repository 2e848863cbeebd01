/** Schemas of the posted account forms. */
import { EmailChange, PasswordChange } from 'contract/accounts/account';
import { confirmEmail } from 'contract/rules/account-rules';
import type { EmailPreferences } from 'contract/accounts/email-preferences';
import { type OptionalEmail, optionalEmailNames } from 'contract/accounts/optional-emails';
import { CreateApiToken, TokenScope } from 'contract/accounts/tokens';
import { z } from 'zod';
import { env } from '../../config/env.server';
import { withConfirmPassword, withConfirmField } from '../../forms/confirm-field.server';
import { utc } from 'contract/floor/time-zone';
import { currentZoneName } from '../../session/reader.server';

export const PasswordInput = withConfirmPassword(PasswordChange);

/** Spec section 5: typed twice. */
export const EmailInput = withConfirmField(EmailChange, 'confirm_email', confirmEmail);

const box = z.boolean().default(false);

const Scopes = z
  .object({ scope_read: box, scope_write: box, scope_events: box, scope_export: box })
  .transform((form) => ({ scopes: TokenScope.options.filter((scope) => form[`scope_${scope}`]) }))
  .refine(({ scopes }) => scopes.length > 0, { message: 'token-scope-is-required', path: ['scope_read'] });

/** One checkbox per scope. */
export const TokenInput = CreateApiToken.pick({ name: true, owner: true, expires_in_days: true }).and(Scopes);

/**
 * The welcome email is sent once, on confirmation of the address. Product news can be turned off
 * even without its flag.
 */
export function offeredEmails(preferences: EmailPreferences, isConfirmed: boolean): OptionalEmail[] {
  return optionalEmailNames.filter((mail) => {
    if (mail === 'welcome') return !isConfirmed;
    return mail !== 'product_news' || env.flags.showMarketingOptInUi || preferences.product_news;
  });
}

/** `shown` lists the checkboxes on the page, because browsers do not send unchecked ones. */
export const PreferencesInput = z
  .object({
    shown: z.string().max(200).default(''),
    weekly_summary: box,
    new_company: box,
    alerts: box,
    welcome: box,
    product_news: box,
  })
  .transform(({ shown, ...ticked }): Partial<EmailPreferences> => {
    let asked = shown.split(' ');
    return Object.fromEntries(Object.entries(ticked).filter(([mail]) => asked.includes(mail)));
  });

/** Selectable time zones, UTC first. */
export function zoneNames(): string[] {
  let names = Intl.supportedValuesOf('timeZone').map(currentZoneName);
  return [utc, ...new Set(names.filter((name) => name !== utc).sort())];
}
