/** Every endpoint of the gateway API, in the order the OpenAPI page shows them. */
import { accountApi } from '../accounts/account';
import { accountAdministrationApi } from '../admin/account-administration';
import { administrationApi } from '../admin/administration';
import { aggregatesApi } from '../analytics/aggregates';
import { aggregationsApi } from '../analytics/aggregations';
import { aiAgentsApi } from '../analytics/ai-agents';
import { badgesApi } from '../analytics/badges';
import { billingApi } from '../billing/billing';
import { billingAdminApi } from '../billing/billing-admin';
import { alertsApi } from '../alerts/alerts';
import { annotationsApi } from '../analytics/annotations';
import { archivesApi } from '../exports/archives';
import { auditApi } from '../admin/audit';
import { collectionsApi } from '../packages/collections';
import { confirmationApi } from '../accounts/confirmation';
import { companiesApi } from '../companies/companies';
import { countingApi } from '../analytics/counting';
import { emailPreferencesApi } from '../accounts/email-preferences';
import { companyCorrectionsApi } from '../companies/company-corrections';
import { companyRollupsApi } from '../companies/company-rollups';
import { dataCollectionApi } from '../analytics/data-collection';
import { dataProvidersApi } from '../companies/data-providers';
import { destinationsApi } from '../alerts/destinations';
import { domainAdministrationApi } from '../admin/domain-administration';
import { domainsApi } from '../packages/domains';
import { domainStatusApi } from '../packages/domain-status';
import { emailVerificationApi } from '../accounts/email-verification';
import { endpointFeedbackApi } from '../companies/endpoint-feedback';
import { erasureApi } from '../exports/erasure';
import { eventRetentionApi } from '../exports/event-retention';
import { eventsApi } from '../analytics/events';
import { fallbackTargetsApi } from '../packages/fallback-targets';
import { filtersApi } from '../analytics/filters';
import { firstAdministratorApi } from '../accounts/first-administrator';
import { githubApi } from '../accounts/github';
import { singleSignOnApi } from '../accounts/single-sign-on';
import { eventImportsApi } from '../exports/event-imports';
import { importsApi } from '../exports/imports';
import { installationApi } from '../admin/installation';
import { invitesApi } from '../organizations/invites';
import { clockApi } from '../admin/clock';
import { journalApi } from '../admin/journal';
import { notificationsApi } from '../alerts/notifications';
import { lastEventApi } from '../analytics/last-event';
import { liveApi } from '../analytics/live';
import { leadQuestionnaireApi } from '../companies/lead-questionnaire';
import { leadsApi } from '../companies/leads';
import { onePathTokensApi } from '../exports/one-path-tokens';
import { organizationsApi } from '../organizations/organizations';
import { passwordResetsApi } from '../accounts/password-resets';
import { packageRoutesApi } from '../packages/package-routes';
import { packagesApi } from '../packages/packages';
import { paymentsApi } from '../billing/payments';
import { permissionsApi } from '../organizations/permissions';
import { pixelsApi } from '../packages/pixels';
import { recountJobsApi, reportVerificationApi } from '../analytics/report-recounts';
import { reportsApi } from '../analytics/reports';
import { registryCountsApi } from '../analytics/registry-counts';
import { registryMovesApi } from '../packages/registry-moves';
import type { Route } from '../rules/route';
import { scheduledExportsApi } from '../exports/scheduled-exports';
import { shareLinksApi } from '../analytics/share-links';
import { searchApi } from '../packages/search';
import { spikesApi } from '../analytics/spikes';
import { tokensApi } from '../accounts/tokens';
import { twoFactorApi } from '../accounts/two-factor';
import { userDefinedVariablesApi } from '../analytics/user-defined-variables';
import { usersApi } from '../accounts/users';
import { withdrawnVersionsApi } from '../packages/withdrawn-versions';

export const routes: readonly Route[] = [
  usersApi,
  confirmationApi,
  accountApi,
  tokensApi,
  onePathTokensApi,
  emailVerificationApi,
  emailPreferencesApi,
  passwordResetsApi,
  firstAdministratorApi,
  twoFactorApi,
  githubApi,
  singleSignOnApi,
  searchApi,
  organizationsApi,
  invitesApi,
  permissionsApi,
  packagesApi,
  withdrawnVersionsApi,
  fallbackTargetsApi,
  domainsApi,
  packageRoutesApi,
  notificationsApi,
  badgesApi,
  shareLinksApi,
  dataCollectionApi,
  registryMovesApi,
  pixelsApi,
  collectionsApi,
  domainStatusApi,
  domainAdministrationApi,
  eventsApi,
  liveApi,
  eventImportsApi,
  archivesApi,
  importsApi,
  aggregationsApi,
  aggregatesApi,
  registryCountsApi,
  aiAgentsApi,
  spikesApi,
  countingApi,
  reportsApi,
  reportVerificationApi,
  recountJobsApi,
  lastEventApi,
  annotationsApi,
  filtersApi,
  userDefinedVariablesApi,
  companiesApi,
  companyCorrectionsApi,
  endpointFeedbackApi,
  erasureApi,
  eventRetentionApi,
  companyRollupsApi,
  scheduledExportsApi,
  alertsApi,
  destinationsApi,
  leadQuestionnaireApi,
  leadsApi,
  dataProvidersApi,
  auditApi,
  administrationApi,
  accountAdministrationApi,
  installationApi,
  clockApi,
  journalApi,
  billingApi,
  paymentsApi,
  billingAdminApi,
].flatMap((api): Route[] => Object.values(api));
