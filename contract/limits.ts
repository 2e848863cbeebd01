/** Numbers both sides agree on. Lengths are characters, `Ms` is milliseconds, `Days` is whole UTC days. */
export const limits = {
  passwordMin: 6,
  passwordMax: 100,
  nameMin: 2,
  nameMax: 60,
  emailMax: 254,
  artifactNameMax: 214,
  descriptionMax: 2_000,
  longDescriptionMax: 20_000,
  urlMax: 2_000,
  hostMax: 253,
  dockerImageNameMax: 255,
  bodyBytesMax: 256 * 1024,
  pageSizeDefault: 10,
  pageSizeMax: 100,
  aggregationDaysMax: 366,
  aggregationDaysDefault: 30,
  /** A company match below this confidence (0..1) counts as a guess and can be left out. */
  lowConfidenceBelow: 0.5,
  /** From here on a company match counts as sure. */
  highConfidenceFrom: 0.8,
  exportDaysMax: 366,
  routesPerPackageMax: 100,
  domainsPerArtifactMax: 20,
  /** How long the DNS may take to say what it knows of a custom domain. */
  dnsMs: 3_000,
  collectionsPerOwnerMax: 100,
  /** Characters of a collection's image pattern. */
  patternMax: 500,
  /** Collections make no more packages for an owner who has this many docker packages; further images are served uncounted. */
  packagesByPatternMax: 1_000,
  /** How long the pull of an image waits while its package is made. */
  newPackageWaitMs: 500,
  movedAtOnceMax: 5_000,
  breakdownsMax: 2,
  filtersPerOwnerMax: 100,
  filterNameMax: 100,
  filterValueMax: 500,
  filterValuesMax: 50,
  searchResultsMax: 20,
  searchQueryMax: 200,
  /** A session ends this long after its last use: 30 days. */
  sessionMs: 30 * 24 * 60 * 60 * 1_000,
  /** Days a new account has to confirm its email address. */
  emailVerificationDays: 14,
  /** A link to a new password works for an hour. */
  passwordResetMs: 60 * 60 * 1_000,
  /** The second step of a sign-in must follow within ten minutes. */
  secondStepMs: 10 * 60 * 1_000,
  /** The link to a new email address works for a day. */
  emailChangeMs: 24 * 60 * 60 * 1_000,
  /** A link for scripts works for two minutes. */
  onePathTokenMs: 2 * 60 * 1_000,
  personNameMax: 100,
  tokenNameMax: 60,
  tokensPerPersonMax: 50,
  /** Days the audit log is kept. */
  auditDays: 365,
  recoveryCodes: 10,
  freePlanMembers: 2,
  organizationInviteDays: 14,
  /** The highest price, in the smallest unit of its currency: 999,999.99. */
  priceMax: 99_999_999,
  trialDaysMax: 365,
  discountCodeMax: 40,
  discountMonthsMax: 36,
  discountRedemptionsMax: 1_000_000,
  invoicesShown: 100,
  /** A first payment that fails can be made good for this long: 23 hours. */
  incompleteMs: 23 * 60 * 60 * 1_000,
  /** After this long a subscription that is past due counts as unpaid: 14 days. */
  pastDueMs: 14 * 24 * 60 * 60 * 1_000,
  requestTargetMax: 8_000,
  userAgentMax: 500,
  refererMax: 2_000,
  eventVariablesMax: 32,
  variableNameMax: 100,
  variableValueMax: 500,
  versionMax: 200,
} as const;
