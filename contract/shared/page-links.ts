/**
 * Pages of the dashboard that exported files and mails link to. The dashboard answers at these
 * paths, the gateway puts PUBLIC_URL in front of them.
 */

/** The page about a company, by its domain, or by its name where it has no domain. */
export function companyPath(owner: string, company: string): string {
  return `/companies/${encodeURIComponent(owner)}/${encodeURIComponent(company)}`;
}

/** The page with the leads of an owner. */
export function leadGenerationPath(owner: string, kind: 'user' | 'organization'): string {
  return kind === 'user' ? '/account/lead-generation' : `/organizations/${encodeURIComponent(owner)}/lead-generation`;
}

/** The page of a destination of alerts, with the log of what was sent there. */
export function destinationPath(owner: string, id: string): string {
  return `/destinations/${encodeURIComponent(owner)}/${encodeURIComponent(id)}`;
}

/** The page with the archives of everything an owner has. */
export function archivePath(owner: string, kind: 'user' | 'organization'): string {
  return kind === 'user' ? '/account/archive' : `/organizations/${encodeURIComponent(owner)}/archive`;
}

/** The page with the alerts and reports of an owner. */
export function alertsPath(owner: string, kind: 'user' | 'organization'): string {
  return kind === 'user' ? '/account/alerts' : `/organizations/${encodeURIComponent(owner)}/alerts`;
}

/** The public page of a share link. */
export function sharePath(token: string): string {
  return `/share/${encodeURIComponent(token)}`;
}
