/** Every page that a browser test or a screenshot visits, by a short name. */

export type Pages = readonly (readonly [name: string, path: string])[];

export const guestPages: Pages = [
  ['login', '/login'],
  ['register', '/register'],
  ['forgotten-password', '/reset-password'],
  ['reset-link-used', '/reset-password/not-a-link'],
  ['first-administrator-link-used', '/first-administrator/not-a-link'],
  ['new-address-link-used', '/change-email/not-a-link'],
  ['verify-link-used', '/verify-email/not-a-link'],
  ['unsubscribe-unknown', '/unsubscribe/not-a-link'],
  ['invite-used', '/invites/not-a-link'],
  ['share-unknown', '/share/not-a-link'],
  ['components', '/components'],
  ['documentation', '/docs?q=download'],
  ['documentation-article', '/docs/npm'],
  ['how-we-count', '/how-we-count'],
  ['data-collection', '/data-collection/hopper-labs'],
  ['api', '/api?q=companies'],
  ['api-call', '/api/createPackage'],
  ['not-found', '/no-such-page'],
];

/** Pages of root, the platform admin. */
export const adminPages: Pages = [
  ['admin', '/admin?q=hop'],
  ['admin-none', '/admin?q=nobody-here'],
  ['admin-domains', '/admin/domains'],
  ['admin-names', '/admin/names?name=nobody-here'],
  ['admin-owner', '/admin/owners/linus'],
  ['admin-owner-organization', '/admin/owners/hopper-labs'],
  ['admin-owner-suspension', '/admin/owners/linus/suspension'],
  ['admin-owner-suspension-end', '/admin/owners/linus/suspension/end'],
  ['admin-owner-password-reset', '/admin/owners/linus/password-reset'],
  ['admin-owner-delete', '/admin/owners/linus/delete'],
  ['admin-status', '/admin/status'],
  ['admin-products', '/admin/products'],
  ['admin-discounts', '/admin/discounts'],
  ['admin-audit', '/admin/audit'],
  ['package-of-a-person', '/packages/ada/file/analytical-engine'],
  ['package-members', '/packages/ada/file/analytical-engine/members'],
  ['package-fallbacks', '/packages/ada/file/analytical-engine/fallbacks'],
  ['package-registry-counts', '/packages/ada/file/analytical-engine/registry-counts'],
  ['package-registry-counts-delete', '/packages/ada/file/analytical-engine/registry-counts/delete'],
  ['package-versions', '/packages/ada/file/analytical-engine/versions'],
  ['package-version', '/packages/ada/file/analytical-engine/versions?version=1.4.0'],
  ['app-configuration-admin', '/app-configuration'],
];

/** Pages of grace, who owns hopper-labs. */
export const signedInPages: Pages = [
  ['home', '/home/hopper-labs'],
  ['home-empty', '/home/grace'],
  ['dashboard', '/dashboard/hopper-labs'],
  ['analytics', '/analytics/hopper-labs?range=last-90-days'],
  ['ai-agents', '/analytics/hopper-labs/ai-agents?range=last-90-days'],
  ['ai-agents-empty', '/analytics/grace/ai-agents'],
  ['live', '/live/hopper-labs'],
  ['live-empty', '/live/grace?paused=yes'],
  [
    'analytics-conditions',
    '/analytics/hopper-labs?where=request_platform:equals:linux&where=request_version:is-not-empty&where=nothing',
  ],
  ['analytics-today', '/analytics/hopper-labs?range=today&pixels=show'],
  ['analytics-calendar', '/analytics/hopper-labs?view=calendar&by=country'],
  ['analytics-packages', '/analytics/hopper-labs?view=packages&order=packages-side-by-side.1.down'],
  ['recount', '/analytics/hopper-labs/recount?pixels=show'],
  ['script-links', '/analytics/hopper-labs/scripts?pixels=show'],
  ['analytics-variables', '/analytics/hopper-labs?pixels=show&variables=show&by=agent'],
  ['packages', '/packages/hopper-labs/overview'],
  ['packages-management', '/packages/hopper-labs/management'],
  ['collections', '/collections/hopper-labs'],
  ['package-file', '/packages/hopper-labs/file/flowmatic'],
  ['package-companies', '/packages/hopper-labs/file/flowmatic/companies'],
  ['package-set-up', '/packages/hopper-labs/file/flowmatic/set-up'],
  ['package-settings', '/packages/hopper-labs/file/flowmatic/settings'],
  ['package-docker', '/packages/hopper-labs/docker/hopper-labs%2Fcompiler'],
  ['package-edit', '/packages/hopper-labs/file/flowmatic/edit'],
  ['package-delete', '/packages/hopper-labs/file/flowmatic/delete'],
  ['package-route-new', '/packages/hopper-labs/file/flowmatic/routes'],
  ['package-notifications', '/packages/hopper-labs/file/flowmatic/notifications'],
  ['new-package', '/new-package/hopper-labs'],
  ['new-package-docker', '/new-package/hopper-labs?type=docker'],
  ['new-package-file', '/new-package/hopper-labs?type=file'],
  ['insights', '/insights/hopper-labs?range=last-90-days&sort=name'],
  ['company', '/companies/hopper-labs/northwind-robotics.example'],
  ['annotations', '/annotations/hopper-labs'],
  ['annotation-new', '/annotations/hopper-labs/new'],
  ['company-corrections', '/company-corrections/hopper-labs'],
  ['company-correction', '/company-corrections/hopper-labs/new?of=AS64514'],
  ['pixels', '/pixels/hopper-labs'],
  ['new-pixel', '/new-pixel/hopper-labs'],
  ['app-configuration', '/app-configuration'],
  ['account', '/account'],
  ['account-security', '/account/security'],
  ['account-sessions', '/account/sessions'],
  ['account-email', '/account/email'],
  ['account-display', '/account/display'],
  ['account-tokens', '/account/tokens'],
  ['account-audit', '/account/audit'],
  ['account-delete', '/account/delete'],
  ['organizations', '/organizations'],
  ['new-organization', '/new-organization'],
  ['organization-create', '/new-organization/create'],
  ['organization-convert', '/new-organization/convert'],
  ['organization-convert-form', '/new-organization/convert?step=form'],
  ['organization', '/organizations/hopper-labs'],
  ['organization-members', '/organizations/hopper-labs/members'],
  ['organization-member', '/organizations/hopper-labs/members/linus'],
  ['organization-member-delete', '/organizations/hopper-labs/members/linus/delete'],
  ['organization-leave', '/organizations/hopper-labs/leave'],
  ['organization-delete', '/organizations/hopper-labs/delete'],
  ['organization-audit', '/organizations/hopper-labs/audit'],
  ['alerts-account', '/account/alerts'],
  ['alerts', '/organizations/hopper-labs/alerts'],
  ['alert-kinds', '/alerts/hopper-labs/new'],
  ['share-links', '/organizations/hopper-labs/share-links'],
  ['share-links-account', '/account/share-links'],
  ['share-link-new', '/share-links/hopper-labs/new?where=request_platform:equals:linux'],
  ['destination-webhook', '/destinations/hopper-labs/new?kind=webhook'],
  ['destination-email', '/destinations/hopper-labs/new?kind=email'],
  ['account-exports', '/account/exports'],
  ['account-imports', '/account/imports'],
  ['account-archive', '/account/archive'],
  ['organization-archive', '/organizations/hopper-labs/archive'],
  ['organization-imports', '/organizations/hopper-labs/imports'],
  ['organization-exports', '/organizations/hopper-labs/exports'],
  ['organization-exports-refused', '/organizations/hopper-labs/exports?from=2026-02-30&to=2026-03-01'],
  ['filters-account', '/account/filters'],
  ['filters', '/organizations/hopper-labs/filters'],
  ['filter-new', '/filters/hopper-labs/new'],
  ['filter-unknown', '/analytics/hopper-labs?filter_id=nothing'],
  ['leads', '/organizations/hopper-labs/lead-generation'],
  ['leads-account', '/account/lead-generation'],
  ['leads-questionnaire', '/leads/hopper-labs/questionnaire'],
  ['leads-restricted', '/leads/hopper-labs/restricted-answers'],
  ['data-provider', '/data-providers/grace/clearbit'],
  ['two-factor', '/account/two-factor'],
  ['billing', '/organizations/hopper-labs/billing'],
  ['billing-account', '/account/billing'],
  ['billing-plan', '/billing/hopper-labs/plan'],
  ['billing-card', '/billing/hopper-labs/card'],
  ['subscriptions', '/organizations/hopper-labs/subscriptions'],
  ['subscriptions-account', '/account/subscriptions'],
  ['subscriptions-all', '/subscriptions'],
  ['api-tried', '/api/getCompanies?try=1&owner=hopper-labs&per_page=2'],
  ['api-not-tried', '/api/getCompany?try=1&owner=hopper-labs'],
  ['search', '/search?owner=hopper-labs&q=o'],
  ['foreign-owner', '/home/ada'],
  ['unknown-owner', '/home/nobody-here'],
];

const half = Math.ceil(signedInPages.length / 2);

interface PagesOf {
  whose: string;
  person?: 'grace' | 'root';
  pages: Pages;
}

/** All pages by who sees them, in parts of about the same length. */
export const allPages: readonly PagesOf[] = [
  { whose: 'pages of visitors', pages: guestPages },
  { whose: 'signed-in pages, first half', person: 'grace', pages: signedInPages.slice(0, half) },
  { whose: 'signed-in pages, second half', person: 'grace', pages: signedInPages.slice(half) },
  { whose: 'pages of a platform admin, acting or not', person: 'root', pages: adminPages },
];

const main = new Set([
  'login',
  'documentation-article',
  'home',
  'analytics',
  'package-file',
  'new-package-file',
  'insights',
  'account',
  'filter-new',
  'admin-owner',
]);

function isMain([name]: readonly [string, string]): boolean {
  return main.has(name);
}

/** Pages that together have what most pages consist of, for quick tests. */
export const mainPages: readonly PagesOf[] = [
  { whose: 'main pages of visitors', pages: guestPages.filter(isMain) },
  { whose: 'main signed-in pages', person: 'grace', pages: signedInPages.filter(isMain) },
  { whose: 'main pages of a platform admin', person: 'root', pages: adminPages.filter(isMain) },
];

/** The parts of a check of pages, with the tags of its tests. */
export const mainAndAllPages: readonly (PagesOf & { tag: string[] })[] = [
  ...mainPages.map((part) => ({ ...part, tag: [] })),
  ...allPages.map((part) => ({ ...part, tag: ['@slow'] })),
];
