/** All endpoints of the management API: one line per file of handlers, room by room. */
export { accountEndpoints } from './accounts/account-handlers';
export { confirmationEndpoints } from './accounts/confirmation-handlers';
export { emailPreferenceEndpoints, emailVerificationEndpoints } from './accounts/email-handlers';
export { firstAdministratorEndpoints, userEndpoints } from './accounts/user-handlers';
export { githubEndpoints } from './accounts/github-handlers';
export { singleSignOnEndpoints } from './single-sign-on/single-sign-on-handlers';
export { passwordResetEndpoints } from './accounts/password-reset-handlers';
export { tokenEndpoints } from './accounts/token-handlers';
export { twoFactorEndpoints } from './accounts/two-factor-handlers';

export { inviteEndpoints } from './organizations/invite-handlers';
export { organizationEndpoints } from './organizations/organization-handlers';

export { archiveEndpoints } from './archives/archive-handlers';

export { collectionEndpoints } from './packages/collection-handlers';
export { domainEndpoints } from './packages/domain-handlers';
export { domainStatusEndpoints, domainAdministrationEndpoints } from './packages/domain-status-handlers';
export { fallbackTargetEndpoints } from './packages/fallback-target-handlers';
export { notificationEndpoints } from './packages/notification-handlers';
export { packageEndpoints, permissionEndpoints, registryMoveEndpoints } from './packages/package-handlers';
export { pixelEndpoints } from './packages/pixel-handlers';
export { packageRouteEndpoints } from './packages/route-handlers';
export { withdrawnVersionEndpoints } from './packages/withdrawn-version-handlers';
export { userDefinedVariableEndpoints, eventEndpoints, liveEndpoints } from './analytics/event-handlers';

export { aggregateEndpoints } from './analytics/aggregate-handlers';
export { aggregationEndpoints, aiAgentEndpoints, spikeEndpoints } from './analytics/aggregation-handlers';
export { annotationEndpoints } from './analytics/annotation-handlers';
export { badgeEndpoints, shareLinkEndpoints } from './analytics/sharing-handlers';
export { companyCorrectionEndpoints } from './analytics/company-correction-handlers';
export { companyEndpoints } from './analytics/company-handlers';
export { companyRollupEndpoints } from './analytics/company-rollup-handlers';
export { countingEndpoints, lastEventEndpoints } from './analytics/counting-handlers';
export { recountJobEndpoints, reportRecountEndpoints } from './analytics/recount-handlers';
export { dataCollectionEndpoints } from './analytics/data-collection-handlers';
export { endpointFeedbackEndpoints } from './analytics/endpoint-feedback-handlers';
export { filterEndpoints } from './analytics/filter-handlers';
export { searchEndpoints } from './analytics/search-handlers';

export { registryCountEndpoints } from './registry-counts/registry-count-handlers';

export { eventRetentionEndpoints, erasureEndpoints } from './erasure/erasure-handlers';

export { eventImportEndpoints, importEndpoints } from './imports/event-import-handlers';

export { dataProviderEndpoints } from './leads/data-provider-handlers';
export { leadEndpoints, leadQuestionnaireEndpoints } from './leads/lead-handlers';

export { alertEndpoints } from './alerts/alert-handlers';
export { destinationEndpoints } from './alerts/destination-handlers';

export { scheduledExportEndpoints } from './exports/scheduled-export-handlers';

export { billingAdminEndpoints } from './billing/billing-admin-handlers';
export { billingEndpoints, paymentEndpoints } from './billing/billing-handlers';

export { accountAdministrationEndpoints } from './administration/account-administration-handlers';
export { administrationEndpoints, auditEndpoints } from './administration/administration-handlers';
export { clockEndpoints, installationEndpoints } from './administration/installation-handlers';
export { journalEndpoints } from './administration/journal-handlers';

export { onePathTokenEndpoints as onePathEndpoints } from './http/one-path-tokens';
