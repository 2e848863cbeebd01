/** Every page a browser test or a screenshot visits, by a short name. */

export type Pages = readonly (readonly [name: string, path: string])[];

export const guestPages: Pages = [
  ['login', '/login'],
  ['register', '/register'],
  ['forgotten-password', '/reset-password'],
  ['reset-link-used', '/reset-password/not-a-link'],
  ['new-address-link-used', '/change-email/not-a-link'],
  ['verify-link-used', '/verify-email/not-a-link'],
  ['unsubscribe-unknown', '/unsubscribe/not-a-link'],
  ['invite-used', '/invites/not-a-link'],
  ['components', '/components'],
  ['not-found', '/no-such-page'],
];

/** Pages of root, the platform admin. */
export const adminPages: Pages = [
  ['admin', '/admin?q=hop'],
  ['admin-none', '/admin?q=nobody-here'],
  ['admin-products', '/admin/products'],
  ['admin-discounts', '/admin/discounts'],
  ['admin-audit', '/admin/audit'],
  ['package-of-a-person', '/packages/ada/file/analytical-engine'],
  ['package-members', '/packages/ada/file/analytical-engine/members'],
  ['app-configuration-admin', '/app-configuration'],
];

/** Pages of grace, who owns hopper-labs. */
export const signedInPages: Pages = [
  ['home', '/home/hopper-labs'],
  ['home-empty', '/home/grace'],
  ['dashboard', '/dashboard/hopper-labs'],
  ['analytics', '/analytics/hopper-labs?range=last-90-days'],
  ['script-links', '/analytics/hopper-labs/scripts?pixels=show'],
  ['analytics-variables', '/analytics/hopper-labs?pixels=show&variables=show&by=agent'],
  ['packages', '/packages/hopper-labs/overview'],
  ['packages-management', '/packages/hopper-labs/management'],
  ['collections', '/collections/hopper-labs'],
  ['package-file', '/packages/hopper-labs/file/flowmatic'],
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
  ['pixels', '/pixels/hopper-labs'],
  ['new-pixel', '/new-pixel/hopper-labs'],
  ['app-configuration', '/app-configuration'],
  ['account', '/account'],
  ['account-security', '/account/security'],
  ['account-email', '/account/email'],
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
  ['organization-exports', '/organizations/hopper-labs/exports'],
  ['organization-exports-refused', '/organizations/hopper-labs/exports?from=2026-02-30&to=2026-03-01'],
  ['filters-account', '/account/filters'],
  ['filters', '/organizations/hopper-labs/filters'],
  ['filter-new', '/filters/hopper-labs/new'],
  ['filter-unknown', '/analytics/hopper-labs?filter_id=nothing'],
  ['leads', '/organizations/hopper-labs/lead-generation'],
  ['leads-account', '/account/lead-generation'],
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
  ['search', '/search?owner=hopper-labs&q=o'],
  ['foreign-owner', '/home/ada'],
  ['unknown-owner', '/home/nobody-here'],
];

const half = Math.ceil(signedInPages.length / 2);

/** All of them, by whom they are shown to, in parts of about the same length. */
export const allPages: readonly { whose: string; person?: 'grace' | 'root'; pages: Pages }[] = [
  { whose: 'pages of visitors', pages: guestPages },
  { whose: 'signed-in pages, first half', person: 'grace', pages: signedInPages.slice(0, half) },
  { whose: 'signed-in pages, second half', person: 'grace', pages: signedInPages.slice(half) },
  { whose: 'pages of a platform admin, acting or not', person: 'root', pages: adminPages },
];
