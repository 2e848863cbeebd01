/** Links that only the server writes; `paths` has those that scripts need as well. */
import { companyPath, destinationPath } from 'contract/floor/page-links';
import type { SharedReportQuery, ReportQuery } from './query-parameters';
import { at, query } from './paths';

/** A local address with other values of these parameters. */
export function withQuery(path: string, changes: Record<string, string | readonly string[]>): string {
  let [pathname = '', search = ''] = path.split(/(?=\?)/);
  let values = new URLSearchParams(search);
  for (let [name, value] of Object.entries(changes)) {
    values.delete(name);
    for (let one of [value].flat()) values.append(name, one);
  }
  return values.size > 0 ? `${pathname}?${values.toString()}` : pathname;
}

export const serverPaths = {
  addCondition: (owner: string) => at`/filters/${owner}/add-condition`,
  loginSecondStep: (backTo?: string) => `/login/two-factor${query({ backTo })}`,
  singleSignOn: (backTo?: string) => `/single-sign-on${query({ backTo })}`,
  /** The sign-in page, which says why single sign-on was refused. */
  loginRefused: (refused: string) => `/login${query({ refused })}`,
  githubCallback: () => '/github-login-callback',
  accountDisplay: () => '/account/display',
  accountConfirmation: (backTo: string) => `/account/confirmation${query({ backTo })}`,
  analyticsExport: (owner: string, report: ReportQuery = {}, format?: 'parquet') =>
    at`/analytics/${owner}/events.csv` + query({ ...report, format }),
  /** `chart`: another one than the lines over time. */
  analyticsOverTime: (owner: string, report: ReportQuery = {}, chart?: string) =>
    at`/analytics/${owner}/over-time.csv` + query({ ...report, chart }),
  aiAgents: (owner: string, report: ReportQuery = {}) => at`/analytics/${owner}/ai-agents` + query({ ...report }),
  aiAgentsFile: (owner: string, report: ReportQuery = {}) =>
    at`/analytics/${owner}/ai-agents.csv` + query({ ...report }),
  analyticsScripts: (owner: string, report: ReportQuery = {}) => at`/analytics/${owner}/scripts` + query({ ...report }),
  companyDays: (owner: string, company: string, list: SharedReportQuery & { low?: string } = {}) =>
    `${companyPath(owner, company)}/days.csv` + query({ ...list }),
  correctionRemoval: (owner: string, id: string) => at`/company-corrections/${owner}/${id}/removal`,
  annotations: (owner: string) => at`/annotations/${owner}`,
  newAnnotation: (owner: string, about: { day?: string; package?: string; backTo?: string } = {}) =>
    at`/annotations/${owner}/new` + query(about),
  annotation: (owner: string, id: string, backTo?: string) => at`/annotations/${owner}/${id}` + query({ backTo }),
  annotationRemoval: (owner: string, id: string, backTo?: string) =>
    at`/annotations/${owner}/${id}/removal` + query({ backTo }),
  alert: (owner: string, id: string) => at`/alerts/${owner}/${id}`,
  alertPause: (owner: string, id: string) => at`/alerts/${owner}/${id}/pause`,
  alertRemoval: (owner: string, id: string) => at`/alerts/${owner}/${id}/removal`,
  newShareLink: (owner: string, report: ReportQuery = {}) => at`/share-links/${owner}/new` + query({ ...report }),
  shareLink: (owner: string, id: string) => at`/share-links/${owner}/${id}`,
  shareLinkEnd: (owner: string, id: string) => at`/share-links/${owner}/${id}/end`,
  newDestination: (owner: string, kind: string) => at`/destinations/${owner}/new` + query({ kind }),
  destination: destinationPath,
  destinationPause: (owner: string, id: string) => `${destinationPath(owner, id)}/pause`,
  destinationRemoval: (owner: string, id: string) => `${destinationPath(owner, id)}/removal`,
  destinationSecret: (owner: string, id: string) => `${destinationPath(owner, id)}/secret`,
  destinationTests: (owner: string, id: string) => `${destinationPath(owner, id)}/tests`,
  deliveryReplays: (owner: string, id: string, deliveryId: string) =>
    `${destinationPath(owner, id)}/deliveries` + at`/${deliveryId}/replays`,
  /** `imports`: the path of the owner's imports. */
  eventImport: (imports: string, id: string) => imports + at`/${id}`,
  eventImportErrors: (imports: string, id: string) => imports + at`/${id}/errors`,
};
