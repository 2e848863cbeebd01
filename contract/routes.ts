/** Every endpoint of the gateway API, in the order the OpenAPI page shows them. */
import * as account from './accounts/account';
import * as accountAdministration from './admin/account-administration';
import * as administration from './admin/administration';
import * as aggregates from './analytics/aggregates';
import * as aggregations from './analytics/aggregations';
import * as badges from './analytics/badges';
import * as billing from './billing/billing';
import * as billingAdmin from './billing/billing-admin';
import * as alerts from './alerts/alerts';
import * as annotations from './analytics/annotations';
import * as archives from './exports/archives';
import * as audit from './admin/audit';
import * as collections from './packages/collections';
import * as confirmation from './accounts/confirmation';
import * as companies from './companies/companies';
import * as counting from './analytics/counting';
import * as emailPreferences from './accounts/email-preferences';
import * as companyCorrections from './companies/company-corrections';
import * as companyRollups from './companies/company-rollups';
import * as dataProviders from './companies/data-providers';
import * as destinations from './alerts/destinations';
import * as domainAdministration from './admin/domain-administration';
import * as domains from './packages/domains';
import * as domainStatus from './packages/domain-status';
import * as emailVerification from './accounts/email-verification';
import * as endpointFeedback from './companies/endpoint-feedback';
import * as erasure from './exports/erasure';
import * as eventRetention from './exports/event-retention';
import * as events from './analytics/events';
import * as filters from './analytics/filters';
import * as firstAdministrator from './accounts/first-administrator';
import * as github from './accounts/github';
import * as singleSignOn from './accounts/single-sign-on';
import * as eventImports from './exports/event-imports';
import * as imports from './exports/imports';
import * as installation from './admin/installation';
import * as invites from './organizations/invites';
import * as journal from './admin/journal';
import * as notifications from './alerts/notifications';
import * as lastEvent from './analytics/last-event';
import * as live from './analytics/live';
import * as leadQuestionnaire from './companies/lead-questionnaire';
import * as leads from './companies/leads';
import * as signedUrls from './exports/signed-urls';
import * as organizations from './organizations/organizations';
import * as passwordResets from './accounts/password-resets';
import * as packageRoutes from './packages/package-routes';
import * as packages from './packages/packages';
import * as payments from './billing/payments';
import * as permissions from './organizations/permissions';
import * as pixels from './packages/pixels';
import * as reportRecounts from './analytics/report-recounts';
import * as registryCounts from './analytics/registry-counts';
import * as registryMoves from './packages/registry-moves';
import { isRoute, type Route } from './route';
import * as scheduledExports from './exports/scheduled-exports';
import * as shareLinks from './analytics/share-links';
import * as search from './packages/search';
import * as tokens from './accounts/tokens';
import * as twoFactor from './accounts/two-factor';
import * as userDefinedVariables from './analytics/user-defined-variables';
import * as users from './accounts/users';

export const routes: readonly Route[] = [
  users,
  confirmation,
  account,
  tokens,
  signedUrls,
  emailVerification,
  emailPreferences,
  passwordResets,
  firstAdministrator,
  twoFactor,
  github,
  singleSignOn,
  search,
  organizations,
  invites,
  permissions,
  packages,
  domains,
  packageRoutes,
  notifications,
  badges,
  shareLinks,
  registryMoves,
  pixels,
  collections,
  domainStatus,
  domainAdministration,
  events,
  live,
  eventImports,
  archives,
  imports,
  aggregations,
  aggregates,
  registryCounts,
  counting,
  reportRecounts,
  lastEvent,
  annotations,
  filters,
  userDefinedVariables,
  companies,
  companyCorrections,
  endpointFeedback,
  erasure,
  eventRetention,
  companyRollups,
  scheduledExports,
  alerts,
  destinations,
  leadQuestionnaire,
  leads,
  dataProviders,
  audit,
  administration,
  accountAdministration,
  installation,
  journal,
  billing,
  payments,
  billingAdmin,
].flatMap((noun) => Object.values(noun).filter(isRoute));
