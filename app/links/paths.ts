/** Every link of the dashboard as a function. */
import { companyPath, type OwnerKind, type SettingsPage, settingsPath } from 'contract/floor/page-links';
import { safeRedirect } from 'remix-utils/safe-redirect';
import type {
  ArtifactsQuery,
  CompaniesQuery,
  CompanyQuery,
  DownloadQuery,
  LeadsQuery,
  PackagesQuery,
  ReportQuery,
  SharedReportQuery,
} from './query-parameters';

export function at(strings: TemplateStringsArray, ...values: string[]): string {
  return strings.reduce((path, part, i) => path + encodeURIComponent(values[i - 1] ?? '') + part);
}

export function query(values: Record<string, string | readonly string[] | undefined>): string {
  let search = new URLSearchParams();
  for (let [key, value] of Object.entries(values))
    for (let item of typeof value === 'string' ? [value] : (value ?? [])) if (item) search.append(key, item);
  let text = search.toString();
  return text ? `?${text}` : '';
}

/** Whose settings a page shows: of a person at /account, of an organization at its address. */
export interface SettingsOwner {
  owner: string;
  kind: OwnerKind;
}

/** An owner's settings as the signed-in person `username` reaches them. */
export function settingsOf(owner: string, username: string): SettingsOwner {
  return { owner, kind: isSameOwner(owner, username) ? 'user' : 'organization' };
}

type SettingsQuery = LeadsQuery | DownloadQuery | { after?: string | undefined };

export const paths = {
  root: () => '/',
  /** The operator's landing page, with the visitor's query added to its own. */
  landing: (base: string, visitor: URLSearchParams) => {
    let url = new URL(base);
    for (let [key, value] of visitor) url.searchParams.append(key, value);
    return url.href;
  },
  login: (backTo?: string) => `/login${query({ backTo })}`,
  register: (backTo?: string) => `/register${query({ backTo })}`,
  githubLogin: (backTo?: string) => `/github-login${query({ backTo })}`,
  accountGithub: () => '/account/github',
  accountGithubRemoval: () => '/account/github/removal',
  /** Below the callback address registered at GitHub, as GitHub requires. */
  githubLinkCallback: () => '/github-login-callback/account',
  githubConfirmationCallback: () => '/github-login-callback/confirmation',
  registerWithGithub: () => '/register-with-github',
  forgottenPassword: () => '/reset-password',
  twoFactor: () => '/account/two-factor',
  twoFactorConfirmation: () => '/account/two-factor/confirmation',
  twoFactorOff: () => '/account/two-factor/off',
  twoFactorRecovery: () => '/account/two-factor/recovery-codes',
  recoveryCodes: () => '/recovery-codes',
  recoveryCodesFile: () => '/recovery-codes.txt',
  emailVerification: () => '/email-verification',
  dismissals: () => '/dismissals',
  appConfigurationData: () => '/app-configuration.json',
  subscriptionInfo: (owner: string) => `/subscription-info${query({ owner })}`,
  account: () => '/account',
  accountSecurity: () => '/account/security',
  accountSessions: () => '/account/sessions',
  accountSession: (id: string) => at`/account/sessions/${id}`,
  accountTokens: () => '/account/tokens',
  accountTokenDelete: (id: string) => at`/account/tokens/${id}/delete`,
  accountEmail: () => '/account/email',
  accountEmailPreferences: () => '/account/email/preferences',
  accountEmailSummary: () => '/account/email/summary',
  settingsHome: ({ owner, kind }: SettingsOwner) => (kind === 'user' ? paths.account() : paths.organization(owner)),
  /** A settings page; `list` is the choice of a page that lists or downloads. */
  settings: ({ owner, kind }: SettingsOwner, page: SettingsPage, list: SettingsQuery = {}) =>
    settingsPath(owner, kind, page) + query({ ...list }),
  logout: () => '/logout',
  homeRedirect: () => '/home',
  home: (owner: string, report: ReportQuery = {}) => at`/home/${owner}` + query({ ...report }),
  dashboard: (owner: string, report: ReportQuery = {}) => at`/dashboard/${owner}` + query({ ...report }),
  analytics: (owner: string, report: ReportQuery = {}) => at`/analytics/${owner}` + query({ ...report }),
  /** `check`: the name of a started one. */
  analyticsRecount: (owner: string, report: ReportQuery & { check?: string } = {}) =>
    at`/analytics/${owner}/recount` + query({ ...report }),
  analyticsScriptLinks: (owner: string, report: ReportQuery = {}) =>
    at`/analytics/${owner}/script-links` + query({ ...report }),
  live: (owner: string, view: { paused?: string } = {}) => at`/live/${owner}` + query(view),
  liveStream: (owner: string) => at`/live/${owner}/stream`,
  insights: (owner: string, list: CompaniesQuery = {}) => at`/insights/${owner}` + query({ ...list }),
  companiesExport: (owner: string, list: CompaniesQuery = {}) =>
    at`/insights/${owner}/companies.csv` + query({ ...list }),
  company: (owner: string, company: string, list: CompanyQuery = {}) =>
    companyPath(owner, company) + query({ ...list }),
  companyErasure: (owner: string, company: string) => `${companyPath(owner, company)}/erasure`,
  endpointErasure: (owner: string, endpointId: string) => at`/endpoints/${owner}/${endpointId}/erasure`,
  companyExport: (owner: string, company: string, list: CompanyQuery = {}) =>
    `${companyPath(owner, company)}/events.csv` + query({ ...list }),
  corrections: (owner: string, list: { q?: string; page?: string } = {}) =>
    at`/company-corrections/${owner}` + query(list),
  newCorrection: (owner: string, of: readonly string[] = []) => at`/company-corrections/${owner}/new` + query({ of }),
  packages: (owner: string, list: PackagesQuery = {}) => at`/packages/${owner}/overview` + query({ ...list }),
  packagesManagement: (owner: string) => at`/packages/${owner}/management`,
  package: (owner: string, type: string, name: string, report: ReportQuery = {}) =>
    at`/packages/${owner}/${type}/${name}` + query({ ...report }),
  packageCompanies: (owner: string, type: string, name: string, list: { page?: string } & SharedReportQuery = {}) =>
    at`/packages/${owner}/${type}/${name}/companies` + query({ ...list }),
  /** `try`: an address whose route is asked for. */
  packageSetup: (owner: string, type: string, name: string, report: { try?: string } & SharedReportQuery = {}) =>
    at`/packages/${owner}/${type}/${name}/set-up` + query({ ...report }),
  packageSettings: (owner: string, type: string, name: string, report: SharedReportQuery = {}) =>
    at`/packages/${owner}/${type}/${name}/settings` + query({ ...report }),
  packageEdit: (owner: string, type: string, name: string) => at`/packages/${owner}/${type}/${name}/edit`,
  packageDelete: (owner: string, type: string, name: string) => at`/packages/${owner}/${type}/${name}/delete`,
  packageRoutes: (owner: string, type: string, name: string) => at`/packages/${owner}/${type}/${name}/routes`,
  packageRoute: (owner: string, type: string, name: string, routeId: string) =>
    at`/packages/${owner}/${type}/${name}/routes/${routeId}`,
  packageRouteDelete: (owner: string, type: string, name: string, routeId: string) =>
    at`/packages/${owner}/${type}/${name}/routes/${routeId}/delete`,
  packageDomains: (owner: string, type: string, name: string) => at`/packages/${owner}/${type}/${name}/domains`,
  packageDomainDelete: (owner: string, type: string, name: string, domainId: string) =>
    at`/packages/${owner}/${type}/${name}/domains/${domainId}/delete`,
  packageVersions: (
    owner: string,
    type: string,
    name: string,
    list: { version?: string; page?: string } & SharedReportQuery = {},
  ) => at`/packages/${owner}/${type}/${name}/versions` + query({ ...list }),
  packageFallbacks: (owner: string, type: string, name: string) => at`/packages/${owner}/${type}/${name}/fallbacks`,
  packageRegistryCounts: (owner: string, type: string, name: string) =>
    at`/packages/${owner}/${type}/${name}/registry-counts`,
  packageRegistryCountsDelete: (owner: string, type: string, name: string) =>
    at`/packages/${owner}/${type}/${name}/registry-counts/delete`,
  packageVersionRestoration: (owner: string, type: string, name: string) =>
    at`/packages/${owner}/${type}/${name}/versions/restoration`,
  packageBadges: (owner: string, type: string, name: string) => at`/packages/${owner}/${type}/${name}/badges`,
  badge: (packageId: string, kind: string) => at`/badges/${packageId}/${kind}.svg`,
  packageNotifications: (owner: string, type: string, name: string) =>
    at`/packages/${owner}/${type}/${name}/notifications`,
  packageMembers: (owner: string, type: string, name: string) => at`/packages/${owner}/${type}/${name}/members`,
  packageMember: (owner: string, type: string, name: string, username: string) =>
    at`/packages/${owner}/${type}/${name}/members/${username}`,
  packageMemberDelete: (owner: string, type: string, name: string, username: string) =>
    at`/packages/${owner}/${type}/${name}/members/${username}/delete`,
  packageLeave: (owner: string, type: string, name: string) => at`/packages/${owner}/${type}/${name}/leave`,
  domainVerification: (owner: string, domainId: string) => at`/domains/${owner}/${domainId}/verification`,
  newPackage: (owner: string, type?: string) => at`/new-package/${owner}` + query({ type }),
  packageCreated: (owner: string, id: string) => at`/new-package/${owner}/${id}/created`,
  pixels: (owner: string, list: ArtifactsQuery = {}) => at`/pixels/${owner}` + query({ ...list }),
  pixelEdit: (owner: string, id: string, report: SharedReportQuery = {}) =>
    at`/pixels/${owner}/${id}/edit` + query({ ...report }),
  pixelDelete: (owner: string, id: string) => at`/pixels/${owner}/${id}/delete`,
  /**
   * `domain` and `code`: a domain that was refused when its pixel was created, and the error code.
   */
  pixelDomains: (owner: string, id: string, refused: { domain?: string; code?: string } = {}) =>
    at`/pixels/${owner}/${id}/domains` + query(refused),
  pixelDomainDelete: (owner: string, id: string, domainId: string) =>
    at`/pixels/${owner}/${id}/domains/${domainId}/delete`,
  newPixel: (owner: string, packageId?: string) => at`/new-pixel/${owner}` + query({ package: packageId }),
  pixelCreated: (owner: string, id: string, report: SharedReportQuery = {}) =>
    at`/new-pixel/${owner}/${id}/created` + query({ ...report }),
  collections: (owner: string) => at`/collections/${owner}`,
  newCollection: (owner: string) => at`/collections/${owner}#new`,
  collectionEdit: (owner: string, id: string) => at`/collections/${owner}/${id}/edit`,
  collectionDelete: (owner: string, id: string) => at`/collections/${owner}/${id}/delete`,
  subscriptions: (page = 1) => `/subscriptions${query({ page: page > 1 ? String(page) : undefined })}`,
  billingPlan: (owner: string) => at`/billing/${owner}/plan`,
  billingCard: (owner: string) => at`/billing/${owner}/card`,
  billingInvoice: (owner: string, id: string) => at`/billing/${owner}/invoices/${id}`,
  billingInvoiceText: (owner: string, id: string) => at`/billing/${owner}/invoices/${id}/text`,
  billingCancellation: (owner: string, id: string) => at`/billing/${owner}/subscriptions/${id}/cancellation`,
  billingResumption: (owner: string, id: string) => at`/billing/${owner}/subscriptions/${id}/resumption`,
  organizations: () => '/organizations',
  newOrganization: () => '/new-organization',
  createOrganization: () => '/new-organization/create',
  convertAccount: (step?: 'form') => `/new-organization/convert${query({ step })}`,
  organization: (name: string) => at`/organizations/${name}`,
  /** `exports`: the path of the owner's exports. */
  exportFile: (exports: string) => `${exports}/file`,
  exportRuns: (exports: string, id: string) => exports + at`/${id}/runs`,
  exportRemoval: (exports: string, id: string) => exports + at`/${id}/removal`,
  organizationLeave: (name: string) => at`/organizations/${name}/leave`,
  organizationMembers: (name: string) => at`/organizations/${name}/members`,
  organizationMember: (name: string, username: string) => at`/organizations/${name}/members/${username}`,
  organizationMemberDelete: (name: string, username: string) => at`/organizations/${name}/members/${username}/delete`,
  organizationInviteDelivery: (name: string) => at`/organizations/${name}/invites/delivery`,
  organizationInviteWithdrawal: (name: string) => at`/organizations/${name}/invites/withdrawal`,
  invite: (token: string) => `/invites/${token}`,
  admin: (filter: { q?: string; page?: string } = {}) => `/admin${query(filter)}`,
  adminStatus: () => '/admin/status',
  adminClockConfirmation: () => '/admin/clock/confirmation',
  adminJournalAcknowledgement: (about: string) => at`/admin/journal/${about}/acknowledgement`,
  adminOwner: (name: string) => at`/admin/owners/${name}`,
  adminSuspension: (name: string) => at`/admin/owners/${name}/suspension`,
  adminSuspensionEnd: (name: string) => at`/admin/owners/${name}/suspension/end`,
  adminPasswordReset: (name: string) => at`/admin/owners/${name}/password-reset`,
  adminOwnerDelete: (name: string) => at`/admin/owners/${name}/delete`,
  adminProductNews: () => '/admin/product-news.csv',
  adminDomains: (filter: { q?: string; page?: string } = {}) => `/admin/domains${query(filter)}`,
  adminNames: (filter: { name?: string } = {}) => `/admin/names${query(filter)}`,
  adminNameRelease: (name: string) => at`/admin/names/${name}/release`,
  adminAudit: (filter: { about?: string; page?: string } = {}) => `/admin/audit${query(filter)}`,
  acting: () => '/acting',
  actingEnd: () => '/acting/end',
  adminProducts: () => '/admin/products',
  adminProduct: (id: string) => at`/admin/products/${id}`,
  adminProductArchival: (id: string) => at`/admin/products/${id}/archival`,
  adminPriceArchival: (id: string, priceId: string) => at`/admin/products/${id}/prices/${priceId}/archival`,
  adminDiscounts: () => '/admin/discounts',
  adminDiscountArchival: (id: string) => at`/admin/discounts/${id}/archival`,
  leadsExport: (owner: string, list: LeadsQuery = {}) => at`/leads/${owner}/leads.csv` + query({ ...list }),
  leadQuestionnaire: (owner: string) => at`/leads/${owner}/questionnaire`,
  restrictedAnswers: (owner: string) => at`/leads/${owner}/restricted-answers`,
  dataProvider: (owner: string, provider: string) => at`/data-providers/${owner}/${provider}`,
  dataProviderRemoval: (owner: string, provider: string) => at`/data-providers/${owner}/${provider}/removal`,
  newFilter: (owner: string) => at`/filters/${owner}/new`,
  organizationTwoFactor: (name: string) => at`/organizations/${name}/two-factor`,
  newAlert: (owner: string, asked: { kind?: string; package?: string } = {}) => at`/alerts/${owner}/new` + query(asked),
  alertByEmail: (owner: string) => at`/alerts/${owner}/email-me`,
  filterOfConditions: (owner: string) => at`/filters/${owner}/conditions`,
  filterBots: (owner: string) => at`/filters/${owner}/bots`,
  filterRemoval: (owner: string, id: string) => at`/filters/${owner}/${id}/removal`,
  searchPage: () => '/search',
  search: (owner: string, q?: string, kept: SharedReportQuery = {}) => `/search${query({ owner, q, ...kept })}`,
  searchResults: (owner: string, q: string, page: SharedReportQuery & { here?: string } = {}) =>
    `/search/results${query({ owner, q, ...page })}`,
  context: () => '/context',
  theme: () => '/theme',
  components: () => '/components',
  /** An article of the documentation; the list of them without one. */
  docs: (article?: string) => (article ? at`/docs/${article}` : '/docs'),
  /** `part`: the id of a group of rules. */
  api: (operation?: string) => (operation ? at`/api/${operation}` : '/api'),
  howWeCount: (part?: string) => `/how-we-count${part ? `#${part}` : ''}`,
  dataCollection: (owner: string) => at`/data-collection/${owner}`,
  howWeCountJson: () => '/how-we-count.json',
  /**
   * A local path to redirect to; another host or scheme, or a pattern path with square brackets,
   * leads to /home.
   */
  backTo: (wanted: string) =>
    safeRedirect(/[[\]]|^[^?#]*%5[bd]/i.test(wanted) ? null : localPath(wanted), paths.homeRedirect()),
};

const here = 'http://here.invalid';

/**
 * The path as a browser resolves it; empty when it leads to another site. Browsers treat
 * backslashes as slashes, drop tabs and line breaks, and resolve dots, so the text itself may lead
 * away: `/./\\host` becomes `//host`, which is why the result is checked once more.
 */
function localPath(wanted: string): string {
  let url = wanted.startsWith('/') && URL.canParse(wanted, here) ? new URL(wanted, here) : undefined;
  return url?.origin === here ? url.pathname + url.search + url.hash : '';
}

/** Whether two names are the same owner: case does not matter. */
export function isSameOwner(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export interface OwnerContext {
  tag: OwnerKind;
  context: string;
}
