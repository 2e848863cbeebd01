/**
 * Limits that gateway and dashboard share, imported as `limits`. Lengths are characters, `Ms` is
 * milliseconds, `Days` is whole UTC days.
 */
import { dayMs, hourMs, minuteMs } from './shared/time';

export const passwordMin = 6;
export const passwordMax = 100;
export const nameMin = 2;
export const nameMax = 60;
/** Earlier names an owner can hold; each keeps its hosts. */
export const formerNamesMax = 10;
export const emailMax = 254;
export const artifactNameMax = 214;
export const descriptionMax = 2_000;
export const longDescriptionMax = 20_000;
export const urlMax = 2_000;
export const hostMax = 253;
export const dockerImageNameMax = 255;
export const bodyBytesMax = 256 * 1024;
/**
 * Values in a JSON body, lists and objects included: each is checked. More than as many ids as fit.
 */
export const bodyValuesMax = 7_000;
/** Days of a package's registry counts in one upload: eleven years. */
export const uploadedDaysMax = 4_000;
/** Bytes of a posted form. A character outside ASCII takes up to nine. */
export const formBytesMax = 64 * 1024;
/** Forms with long texts: as much as the gateway accepts. */
export const longFormBytesMax = bodyBytesMax;
/** The form that moves up to `movedAtOnceMax` images; each is about 50 bytes. */
export const moveFormBytesMax = 512 * 1024;
export const pageSizeDefault = 10;
export const pageSizeMax = 100;
/** Days of a question about counts: twenty years. */
export const aggregationDaysMax = 7_320;
export const yearDays = 366;
/** Days of a question with a row for each day: three years, as a period before may have. */
export const dailyDaysMax = 1_098;
/** Days of a question with a row for each hour. */
export const hourlyDaysMax = 31;
export const aggregationDaysDefault = 30;
/**
 * How many names of a level of confidence were right, measured on 1,119 labelled networks on
 * 2026-11-22: those of the rules in use, and guesses by the registered name alone, which earlier
 * versions stored with 0.4. tests/edge/network-labels.test.ts measures again.
 */
export const measuredMatches = { high: { right: 766, of: 774 }, low: { right: 12, of: 42 } } as const;
/**
 * A company match below this confidence (0..1) is low, and left out unless it is wanted: by
 * `measuredMatches` it is wrong more often than right. No rule in use gives less than 0.9.
 */
export const lowConfidenceBelow = 0.5;
/** From here on the confidence of a company match is high; a correction has 1. */
export const highConfidenceFrom = 0.8;
export const exportDaysMax = 366;
/** Bytes of one event in a file that is imported. */
export const importedEventBytesMax = 64 * 1024;
/** Errors that the answer to an import lists. */
export const importErrorsMax = 100;
/** Bytes of a file that is sent to be imported in the background. */
export const importFileBytesMax = 256 * 2 ** 20;
/** Bytes of it when unpacked, and how much more they are than those packed. */
export const importUnpackedBytesMax = 16 * 2 ** 30;
export const importUnpackedTimesMax = 100;
export const importFileNameMax = 200;
/** Files of an owner that wait or are imported; bytes of those of all owners. */
export const importsPerOwnerMax = 3;
export const importFilesBytesMax = 4 * 2 ** 30;
/** Free space that files of imports leave on the disk. */
export const importFreeBytesMin = 512 * 2 ** 20;
/** A file that is not started is deleted after a day; the record of an import after 90 days. */
export const importWaitMs = dayMs;
export const importHistoryDays = 90;
/** Errors that the log of an import lists. */
export const importLogMax = 10_000;
/** Rows and bytes that a preview reads, and rows that it shows. */
export const previewReadMax = 1_000;
export const previewBytesMax = 2 ** 20;
export const previewShownMax = 20;
export const scheduledExportsPerOwnerMax = 20;
export const exportedArtifactsMax = 1_000;
export const exportedCompaniesMax = 200;
/** Days the history of scheduled exports is kept. */
export const exportHistoryDays = 90;
/** Days the file of an archive is kept, and archives of an owner. */
export const archiveDays = 7;
export const archivesPerOwnerMax = 3;
/** Free space that an archive needs to start. */
export const archiveFreeBytesMin = 512 * 2 ** 20;
/** Below this much free disk, no Parquet file is made. */
export const parquetFreeBytesMin = 512 * 2 ** 20;
/** For how many days a missed run of a scheduled export is made up for. */
export const exportCatchUpDays = 7;
/** Rows of an answer that say when their first event ever was. */
export const firstDatesMax = 200;
export const annotationsPerOwnerMax = 1_000;
export const alertsPerOwnerMax = 50;
export const alertPercentMax = 1_000;
export const alertDownloadsMax = 1_000_000_000;
export const destinationsPerOwnerMax = 20;
/** Share links of an owner that work, and how many of those that ended are known as such. */
export const shareLinksPerOwnerMax = 100;
export const endedShareLinksMax = 100;
export const shareTitleMax = 100;
/** How long a page stays open after its password. */
export const shareKeyHours = 12;
export const destinationNameMax = 60;
/** Days the log of deliveries is kept. */
export const deliveryLogDays = 30;
/** Hours for which messages are signed with the secret before the last one as well. */
export const earlierSecretHours = 24;
export const accessKeyMax = 256;
export const regionMax = 64;
/** Bytes of the prefix of keys in a bucket; a whole key has at most 1,024. */
export const s3PrefixMax = 900;
/** Packages of an owner: the edge holds all of them in memory. */
export const packagesPerOwnerMax = 5_000;
/** Routes of a package, and of an owner: a request is compared with all at its host. */
export const routesPerPackageMax = 100;
export const routesPerOwnerMax = 1_000;
/**
 * Expressions of routes at one host, and characters of each, steps of its program, and of a path.
 */
export const routeRegexesPerHostMax = 10;
export const routeRegexMax = 500;
export const routeRegexProgramMax = 150;
export const routeRegexPathMax = 1_000;
export const domainsPerArtifactMax = 20;
/** How long a DNS lookup for a custom domain may take. */
export const dnsMs = 3_000;
/**
 * A custom domain that is not verified is checked automatically for 30 days, every five minutes at
 * most.
 */
export const domainChecksMs = 30 * dayMs;
export const domainCheckEveryMs = 5 * minuteMs;
export const collectionsPerOwnerMax = 100;
/** Characters of a collection's image pattern. */
export const patternMax = 500;
/**
 * Collections create no more packages for an owner with this many docker packages; further images
 * are served but not counted.
 */
export const packagesByPatternMax = 1_000;
export const movedAtOnceMax = 5_000;
export const breakdownsMax = 2;
/** Of one question for aggregates, each with every rollup. */
export const aggregateBreakdownsMax = 8;
/** Characters of names by which packages are chosen. */
export const packageQueryMax = 1_000;
/** Values of a breakdown by visitor. */
export const visitorRowsMax = 1_000;
export const filtersPerOwnerMax = 100;
export const filterNameMax = 100;
export const filterValueMax = 500;
export const filterValuesMax = 50;
/** Variables that one filter can look at. */
export const filterVariablesMax = 20;
/** Conditions that one address can name with `where`, and their characters in all. */
export const whereConditionsMax = 20;
export const whereCharactersMax = 4_000;
export const correctionsPerOwnerMax = 1_000;
/** Networks that one correction can be about at once, and networks on a page. */
export const correctedAtOnceMax = 100;
export const companyNameMax = 200;
export const networkMax = 500;
export const personasMax = 5;
/** Answers to one question of the lead questionnaire, and characters of each. */
export const leadAnswersMax = 100;
export const leadAnswerMax = 100;
export const apiKeyMax = 300;
/** A company profile from a data provider is requested again after this long: 30 days. */
export const companyDetailsMs = 30 * dayMs;
export const searchResultsMax = 20;
export const searchQueryMax = 200;
/** A session ends this long after its last use: 30 days. */
export const sessionMs = 30 * dayMs;
/** However much it is used, a session ends this long after the sign-in: 90 days. */
export const sessionLifeMs = 90 * dayMs;
/** A device stays known to an account for a year after it signed in. */
export const knownDeviceMs = 365 * dayMs;
/** Device marks that one call can carry, and characters of each. */
export const deviceMarksMax = 10;
export const deviceMarkMax = 200;
/** Characters of the reason for a suspension. */
export const suspensionReasonMax = 200;
/** A confirmation allows sensitive steps for ten minutes. */
export const confirmationMs = 10 * minuteMs;
/** Days a new account has to confirm its email address. */
export const emailVerificationDays = 14;
/** A link to reset the password works for an hour. */
export const passwordResetMs = hourMs;
/** The second step of a sign-in must follow within ten minutes. */
export const secondStepMs = 10 * minuteMs;
/** The link that confirms a new email address works for a day. */
export const emailChangeMs = dayMs;
/** Weekly summaries are sent on Monday from this hour (UTC) on, at most two days late. */
export const weeklySummaryHour = 8;
export const weeklySummaryLateMs = 2 * dayMs;
/** Optional mails sent per minute. */
export const optionalMailsPerMinute = 60;
/** A mail that was not delivered is tried again after six hours. */
export const optionalMailRetryMs = 6 * hourMs;
/** How long a mail without a link that expires is tried. */
export const mailLifeMs = 4 * dayMs;
/** Mails that wait to be sent: of one owner, and in all. */
export const mailsWaitingPerOwner = 200;
export const mailsWaiting = 5_000;
/** Mails that were not delivered stay listed this long, and at most so many. */
export const failedMailDays = 7;
export const failedMailsMax = 500;
/** Mails with a failure that the status page lists. */
export const troubledMailsShown = 20;
export const notificationDownloadsMax = 1_000_000;
/** A link for scripts works for two minutes. */
export const onePathTokenMs = 2 * minuteMs;
export const personNameMax = 100;
export const tokenNameMax = 60;
export const tokensPerPersonMax = 50;
export const tokenDaysMax = 366;
/** Days the audit log is kept. */
export const auditDays = 365;
/** Most days that events can be kept; without a number they are kept for ever. */
export const eventDaysMax = 36_500;
/** Days mails stay in the outbox folder. */
export const outboxDays = 7;
export const recoveryCodes = 10;
export const freePlanMembers = 2;
export const organizationInviteDays = 14;
/** The highest price, in the smallest unit of its currency: 999,999.99. */
export const priceMax = 99_999_999;
export const trialDaysMax = 365;
export const discountCodeMax = 40;
export const discountMonthsMax = 36;
export const discountRedemptionsMax = 1_000_000;
export const invoicesShown = 100;
/** A first payment that failed can be repeated for this long: 23 hours. */
export const incompleteMs = 23 * hourMs;
/** After this long a subscription that is past due counts as unpaid: 14 days. */
export const pastDueMs = 14 * dayMs;
export const requestTargetMax = 8_000;
export const userAgentMax = 500;
export const refererMax = 2_000;
/** Browsers send about a dozen languages. */
export const languageMax = 300;
/** Bytes of the body of a request that sends events, and events in it. */
export const sentBytesMax = 16 * 1024;
export const sentEventsMax = 10;
/** Objects and lists inside one another in such a body. */
export const sentDepthMax = 8;
/** Events that one address can send in bodies in a minute, where no token is asked for. */
export const sentEventsPerMinute = 600;
/** Bytes of a notice of installed packages, and packages of a host that one notice counts. */
export const noticeBytesMax = 256 * 1024;
export const noticePackagesMax = 100;
export const eventVariablesMax = 32;
export const variableNameMax = 100;
export const variableValueMax = 500;
export const versionMax = 200;

export const withdrawalMessageMax = 300;
/** Of a package. */
export const fallbackTargetsMax = 3;
/** Per owner: every edge has them in memory. */
export const withdrawnVersionsMax = 1_000;
/** Without a request of a company for so long, a withdrawn version is unused. */
export const withdrawnUnusedDays = 7;

/** Minutes and events that the live view has, and events of one of its messages. */
export const liveMinutes = 30;
export const liveEventsMax = 50;
export const liveUpdateEventsMax = 10;
/** A stream ends after ten minutes; its reader asks for another one. */
export const liveStreamMs = 10 * minuteMs;

/** Requests of one source for the same thing count once within so many milliseconds. */
export const repeatMs = 30_000;

/**
 * A part of fewer bytes, asked for first, is a probe: of its size, its kind or of ranges. Programs that
 * fetch a file in parts begin with more.
 */
export const probeBytes = 64 * 1_024;
/** Questions of one report, and the rows of all its lists. */
export const reportQuestionsMax = 24;
export const reportRowsMax = 100_000;
