/**
 * Limits that several rooms share, imported as `limits`; those of one room are in the file that
 * reads them. Lengths are characters, `Ms` is milliseconds, `Days` is whole UTC days.
 */
import { dayMs, minuteMs } from './time';

export const passwordMin = 6;
export const passwordMax = 100;
export const nameMin = 2;
export const nameMax = 60;
export const emailMax = 254;
export const artifactNameMax = 214;
export const descriptionMax = 2_000;
export const longDescriptionMax = 20_000;
export const urlMax = 2_000;
export const hostMax = 253;
export const bodyBytesMax = 256 * 1024;
/**
 * Values in a JSON body, lists and objects included: each is checked. More than as many ids as fit.
 */
export const bodyValuesMax = 7_000;
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
/** Bytes of a file that is sent to be imported in the background. */
export const importFileBytesMax = 256 * 2 ** 20;
export const importFileNameMax = 200;
/** The record of an import is deleted after 90 days. */
export const importHistoryDays = 90;
/** Errors that the log of an import lists. */
export const importLogMax = 10_000;
export const exportedArtifactsMax = 1_000;
/** Days the file of an archive is kept. */
export const archiveDays = 7;
/** Rows of an answer that say when their first event ever was. */
export const firstDatesMax = 200;
export const destinationsPerOwnerMax = 20;
export const shareTitleMax = 100;
/** How long a page stays open after its password. */
export const shareKeyHours = 12;
/** Days the log of deliveries is kept. */
export const deliveryLogDays = 30;
/** Hours for which messages are signed with the secret before the last one as well. */
export const earlierSecretHours = 24;
export const accessKeyMax = 256;
export const movedAtOnceMax = 5_000;
export const filterNameMax = 100;
export const filterValueMax = 500;
/** Conditions that one address can name with `where`, and their characters in all. */
export const whereConditionsMax = 20;
export const whereCharactersMax = 4_000;
/** Networks that one correction can be about at once, and networks on a page. */
export const correctedAtOnceMax = 100;
export const companyNameMax = 200;
export const personasMax = 5;
/** Answers to one question of the lead questionnaire. */
export const leadAnswersMax = 100;
export const searchQueryMax = 200;
/** A device stays known to an account for a year after it signed in. */
export const knownDeviceMs = 365 * dayMs;
/** Device marks that one call can carry. */
export const deviceMarksMax = 10;
/** Characters of the reason for a suspension. */
export const suspensionReasonMax = 200;
/** A confirmation allows sensitive steps for ten minutes. */
export const confirmationMs = 10 * minuteMs;
/** Days a new account has to confirm its email address. */
export const emailVerificationDays = 14;
/** Weekly summaries are sent on Monday from this hour (UTC) on, at most two days late. */
export const weeklySummaryHour = 8;
export const weeklySummaryLateMs = 2 * dayMs;
/** Optional mails sent per minute. */
export const optionalMailsPerMinute = 60;
export const notificationDownloadsMax = 1_000_000;
/** A link for scripts works for two minutes. */
export const onePathTokenMs = 2 * minuteMs;
export const personNameMax = 100;
/** Days the audit log is kept. */
export const auditDays = 365;
/** Most days that events can be kept; without a number they are kept for ever. */
export const eventDaysMax = 36_500;
/** Days mails stay in the outbox folder. */
export const outboxDays = 7;
export const recoveryCodes = 10;
export const organizationInviteDays = 14;
export const trialDaysMax = 365;
export const requestTargetMax = 8_000;
export const userAgentMax = 500;
export const refererMax = 2_000;
/** Bytes of a notice of installed packages. */
export const noticeBytesMax = 256 * 1024;
export const eventVariablesMax = 32;
export const variableNameMax = 100;
export const variableValueMax = 500;
export const versionMax = 200;

export const withdrawalMessageMax = 300;
/** Of a package. */
export const fallbackTargetsMax = 3;
/** Without a request of a company for so long, a withdrawn version is unused. */
export const withdrawnUnusedDays = 7;

/** Events that the live view has. */
export const liveEventsMax = 50;

/** Requests of one source for the same thing count once within so many milliseconds. */
export const repeatMs = 30_000;

/**
 * A part of fewer bytes, asked for first, is a probe: of its size, its kind or of ranges. Programs
 * that fetch a file in parts begin with more.
 */
export const probeBytes = 64 * 1_024;
/** Questions of one report. */
export const reportQuestionsMax = 24;
