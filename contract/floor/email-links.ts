import { type OwnerKind, settingsPath } from './page-links';

/**
 * Pages of the dashboard that mails of the gateway link to. The dashboard answers at these paths,
 * the gateway puts PUBLIC_URL in front of them.
 */
export const emailLinks = {
  verifyEmail: (token: string) => `/verify-email/${token}`,
  organizationInvite: (token: string) => `/invites/${token}`,
  changeEmail: (token: string) => `/change-email/${token}`,
  /** Printed at a first start instead of being mailed. */
  firstAdministrator: (token: string) => `/first-administrator/${token}`,
  resetPassword: (token: string) => `/reset-password/${token}`,
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  /** Where optional mails are switched on and off. */
  emailPreferences: () => '/account/email',
  home: () => '/home',
  ownerHome: (owner: string) => `/home/${encodeURIComponent(owner)}`,
  newPackage: (owner: string) => `/new-package/${encodeURIComponent(owner)}`,
  newPixel: (owner: string) => `/new-pixel/${encodeURIComponent(owner)}`,
  package: (owner: string, type: string, name: string) =>
    `/packages/${[owner, type, name].map(encodeURIComponent).join('/')}`,
  /** The audit log of a person or an organization. */
  audit: ({ name, kind }: { name: string; kind: OwnerKind }) => settingsPath(name, kind, 'audit'),
  /** Where a person requests a new reset link. */
  forgottenPassword: () => '/reset-password',
} as const;
