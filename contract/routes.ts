/** Every endpoint of the gateway API, in the order the OpenAPI page shows them. */
import * as account from './account';
import * as accountAdministration from './account-administration';
import * as administration from './administration';
import * as aggregates from './aggregates';
import * as aggregations from './aggregations';
import * as badges from './badges';
import * as billing from './billing';
import * as billingAdmin from './billing-admin';
import * as alerts from './alerts';
import * as annotations from './annotations';
import * as archives from './archives';
import * as audit from './audit';
import * as collections from './collections';
import * as confirmation from './confirmation';
import * as companies from './companies';
import * as counting from './counting';
import * as emailPreferences from './email-preferences';
import * as companyCorrections from './company-corrections';
import * as companyRollups from './company-rollups';
import * as dataProviders from './data-providers';
import * as destinations from './destinations';
import * as domainAdministration from './domain-administration';
import * as domains from './domains';
import * as domainStatus from './domain-status';
import * as emailVerification from './email-verification';
import * as endpointFeedback from './endpoint-feedback';
import * as erasure from './erasure';
import * as eventRetention from './event-retention';
import * as events from './events';
import * as filters from './filters';
import * as firstAdministrator from './first-administrator';
import * as github from './github';
import * as singleSignOn from './single-sign-on';
import * as eventImports from './event-imports';
import * as imports from './imports';
import * as installation from './installation';
import * as invites from './invites';
import * as journal from './journal';
import * as notifications from './notifications';
import * as lastEvent from './last-event';
import * as live from './live';
import * as leadQuestionnaire from './lead-questionnaire';
import * as leads from './leads';
import * as signedUrls from './signed-urls';
import * as organizations from './organizations';
import * as passwordResets from './password-resets';
import * as packageRoutes from './package-routes';
import * as packages from './packages';
import * as payments from './payments';
import * as permissions from './permissions';
import * as pixels from './pixels';
import * as reportRecounts from './report-recounts';
import * as registryCounts from './registry-counts';
import * as registryMoves from './registry-moves';
import { isRoute, type Route } from './route';
import * as scheduledExports from './scheduled-exports';
import * as shareLinks from './share-links';
import * as search from './search';
import * as tokens from './tokens';
import * as twoFactor from './two-factor';
import * as userDefinedVariables from './user-defined-variables';
import * as users from './users';

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
