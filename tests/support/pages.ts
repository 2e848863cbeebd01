/** Every page a browser test or a screenshot visits, by a short name. */

export const guestPages: readonly [name: string, path: string][] = [
  ['login', '/login'],
  ['register', '/register'],
  ['forgotten-password', '/reset-password'],
  ['reset-link-used', '/reset-password/not-a-link'],
  ['new-address-link-used', '/change-email/not-a-link'],
  ['verify-link-used', '/verify-email/not-a-link'],
  ['components', '/components'],
  ['not-found', '/no-such-page'],
];

/** Pages of root, the platform admin. */
export const adminPages: readonly [name: string, path: string][] = [
  ['admin', '/admin?q=hop'],
  ['admin-none', '/admin?q=nobody-here'],
  ['admin-products', '/admin/products'],
  ['admin-discounts', '/admin/discounts'],
  ['admin-audit', '/admin/audit'],
];

/** Pages of grace, who owns hopper-labs. */
export const signedInPages: readonly [name: string, path: string][] = [
  ['home', '/home/hopper-labs'],
  ['home-empty', '/home/grace'],
  ['dashboard', '/dashboard/hopper-labs'],
  ['analytics', '/analytics/hopper-labs?range=last-90-days'],
  ['packages', '/packages/hopper-labs/overview'],
  ['packages-management', '/packages/hopper-labs/management'],
  ['collections', '/collections/hopper-labs'],
  ['package-file', '/packages/hopper-labs/file/flowmatic'],
  ['package-docker', '/packages/hopper-labs/docker/hopper-labs%2Fcompiler'],
  ['package-edit', '/packages/hopper-labs/file/flowmatic/edit'],
  ['package-delete', '/packages/hopper-labs/file/flowmatic/delete'],
  ['package-route-new', '/packages/hopper-labs/file/flowmatic/routes'],
  ['new-package', '/new-package/hopper-labs'],
  ['new-package-docker', '/new-package/hopper-labs?type=docker'],
  ['new-package-file', '/new-package/hopper-labs?type=file'],
  ['insights', '/insights/hopper-labs?range=last-90-days&sort=name'],
  ['company', '/companies/hopper-labs/northwind-robotics.example'],
  ['pixels', '/pixels/hopper-labs'],
  ['new-pixel', '/new-pixel/hopper-labs'],
  ['account', '/account'],
  ['account-security', '/account/security'],
  ['account-email', '/account/email'],
  ['account-tokens', '/account/tokens'],
  ['account-audit', '/account/audit'],
  ['account-delete', '/account/delete'],
  ['organization-audit', '/organizations/hopper-labs/audit'],
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
