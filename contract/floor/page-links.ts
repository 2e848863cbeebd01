/**
 * Pages of the dashboard that exported files and mails link to. The dashboard answers at these
 * paths, the gateway puts PUBLIC_URL in front of them.
 */

/** The page about a company, by its domain, or by its name where it has no domain. */
export function companyPath(owner: string, company: string): string {
  return `/companies/${encodeURIComponent(owner)}/${encodeURIComponent(company)}`;
}

/** The page of a version of a package. */
export function packageVersionPath(
  owner: string,
  { type, name }: { type: string; name: string },
  version: string,
): string {
  return `${packagePath(owner, { type, name })}/versions?version=${encodeURIComponent(version)}`;
}

/** The page with the fallbacks of a package. */
export function fallbacksPath(owner: string, item: { type: string; name: string }): string {
  return `${packagePath(owner, item)}/fallbacks`;
}

function packagePath(owner: string, { type, name }: { type: string; name: string }): string {
  return `/packages/${[owner, type, name].map(encodeURIComponent).join('/')}`;
}

export type OwnerKind = 'user' | 'organization';

/** Pages that both a person and an organization have. */
export const settingsPages = [
  'alerts',
  'archive',
  'audit',
  'billing',
  'delete',
  'exports',
  'filters',
  'imports',
  'lead-generation',
  'retention',
  'share-links',
  'subscriptions',
] as const;
export type SettingsPage = (typeof settingsPages)[number];

/** The settings page of an owner, who reads it as their own account when it is a person. */
export function settingsPath(owner: string, kind: OwnerKind, page: SettingsPage): string {
  return `${kind === 'user' ? '/account' : `/organizations/${encodeURIComponent(owner)}`}/${page}`;
}

/** The page of a destination of alerts, with the log of what was sent there. */
export function destinationPath(owner: string, id: string): string {
  return `/destinations/${encodeURIComponent(owner)}/${encodeURIComponent(id)}`;
}

/** The public page of a share link. */
export function sharePath(token: string): string {
  return `/share/${encodeURIComponent(token)}`;
}
