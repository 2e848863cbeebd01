/** Pages behind a flag: without it they are 404, and say who can turn the feature on. */
import { json } from '@remix-run/node';
import { env } from '../config/env.server';
import type { SwitchName } from '../config/flags';

const whatIsOff = {
  inviteMember: 'Inviting by email is turned off',
  updateUser: 'Changing your names is turned off',
  showCompanyExportsButton: 'The export of companies is turned off',
  showFilteringUi: 'Filters are turned off',
  showRestrictedLeadGenerationAnswers: 'Restricted answers are turned off',
  showS3ExportUi: 'Scheduled exports are turned off',
  showInsightsPage: 'Companies is turned off',
  showTwoFactorAuthenticationUi: 'Two-factor authentication is turned off',
} satisfies Partial<Record<SwitchName, string>>;

type FlagOfPages = keyof typeof whatIsOff;

/**
 * Throws 404 while the flag is off. Call it after the guard, so that visitors learn nothing about
 * flags.
 */
export function requireFlag(name: FlagOfPages): void {
  if (!env.flags[name]) throw featureOff(name);
}

/** With the value of the setting that turns it on and changes nothing else. */
export function featureOff(name: FlagOfPages): Response {
  let others = env.FEATURE_FLAGS.split(',').filter((entry) => entry.trim() && entry.split('=')[0]?.trim() !== name);
  let message = `Administrators: set FEATURE_FLAGS=${[...others, name].join(',')}`;
  return json({ code: 'not-found', title: whatIsOff[name], message }, { status: 404 });
}
