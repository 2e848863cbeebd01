/** Alerts and scheduled reports. Each is sent once to every destination. */
import { z } from 'zod';
import { activeStages } from '../analytics/funnel-stages';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

const alertPercentMax = 1_000;
const alertDownloadsMax = 1_000_000_000;

/**
 * `spike` and `drop`: a day against the same weekday of the four weeks before. `threshold`: a
 * number of downloads is reached. `new-version`: the first download of a version. `withdrawn-unused`: no
 * company requests a withdrawn version any more. `target-away`: where downloads of a package with
 * fallbacks lead does not answer. `new-company`: a company has come to a stage of the funnel.
 * Reports are those of the last whole week or month.
 */
export const AlertKind = z.enum([
  'spike',
  'drop',
  'threshold',
  'new-version',
  'withdrawn-unused',
  'target-away',
  'new-company',
  'weekly-report',
  'monthly-report',
]);
export type AlertKind = z.infer<typeof AlertKind>;

export const AlertPeriod = z.enum(['day', 'week', 'month', 'total']);
export type AlertPeriod = z.infer<typeof AlertPeriod>;

const percentIsWrong = 'alert-percent-is-invalid';
const numberIsWrong = 'number-is-invalid';

/** A whole number of downloads from 1 on. */
const Downloads = z.coerce
  .number({ invalid_type_error: numberIsWrong })
  .int(numberIsWrong)
  .min(1, numberIsWrong)
  .max(alertDownloadsMax, numberIsWrong);

const Percent = z.coerce
  .number({ invalid_type_error: percentIsWrong })
  .int(percentIsWrong)
  .min(1, percentIsWrong)
  .max(alertPercentMax, percentIsWrong);

/** What an alert looks for; a kind has no use for some of it. */
export const alertSettings = {
  /** Of `spike` and `drop`: how far from the usual number, in percent. */
  percent: Percent.default(50),
  /** Of `spike` and `drop`: the least downloads on the day of a spike, or usually before a drop. */
  at_least: Downloads.default(100),
  /** Of `threshold`: the number, and in which time it is reached. */
  downloads: Downloads.default(1_000),
  period: AlertPeriod.default('total'),
  /** Of `new-company`: the stage, or one behind it. */
  stage: z.enum(activeStages).default('investigation'),
};

/** Those of its destinations that exist. */
const DestinationIds = z
  .array(z.string().max(100))
  .min(1, 'alert-needs-a-destination')
  .max(limits.destinationsPerOwnerMax);

/** `package_id` is null for all packages; reports are always about all. */
export const SaveAlert = z.object({
  kind: AlertKind,
  package_id: z.string().max(100).nullable().default(null),
  ...alertSettings,
  destination_ids: DestinationIds,
  is_paused: z.boolean().default(false),
});
export type SaveAlert = z.output<typeof SaveAlert>;

export const Alert = z.object({
  id: z.string(),
  owner: z.string(),
  kind: AlertKind,
  package_id: z.string().nullable(),
  percent: z.number().int(),
  at_least: z.number().int(),
  downloads: z.number().int(),
  period: AlertPeriod,
  stage: z.enum(activeStages),
  destination_ids: z.array(z.string()),
  is_paused: z.boolean(),
  /** When it last had something to tell; null where it never had. */
  last_told_at: z.string().datetime().nullable(),
  /** Username of the person who made it; null when that account was deleted. */
  created_by: z.string().nullable(),
  created_at: z.string().datetime(),
});
export type Alert = z.infer<typeof Alert>;

const OwnerParams = z.object({ owner: z.string() });
const AlertParams = OwnerParams.extend({ alert_id: z.string() });
const alerts = { tag: 'Alerts', access: 'write' } as const;
const saveErrors = [
  'owner-not-found',
  'package-not-found',
  'destination-not-found',
  'alert-needs-a-destination',
  percentIsWrong,
  numberIsWrong,
] as const;

export const alertsApi = {
  getAlerts: route({
    ...alerts,
    id: 'getAlerts',
    method: 'GET',
    path: '/v2/alerts/{owner}',
    summary: 'List alerts and reports, oldest first',
    params: OwnerParams,
    answer: z.object({ results: z.array(Alert) }),
    errors: ['owner-not-found'],
  }),

  createAlert: route({
    ...alerts,
    id: 'createAlert',
    method: 'POST',
    path: '/v2/alerts/{owner}',
    summary: 'Create an alert or report; conditions that are already true are not sent',
    countsEvents: true,
    params: OwnerParams,
    body: SaveAlert,
    status: 201,
    answer: Alert,
    errors: [...saveErrors, 'alert-already-exists', 'too-many-alerts'],
  }),

  changeAlert: route({
    ...alerts,
    id: 'changeAlert',
    method: 'PUT',
    path: '/v2/alerts/{owner}/{alert_id}',
    summary: 'Update, pause or resume an alert; conditions that are already true are not sent',
    countsEvents: true,
    params: AlertParams,
    body: SaveAlert,
    answer: Alert,
    errors: [...saveErrors, 'alert-not-found'],
  }),

  deleteAlert: route({
    ...alerts,
    id: 'deleteAlert',
    method: 'DELETE',
    path: '/v2/alerts/{owner}/{alert_id}',
    summary: 'Delete an alert; its destinations stay',
    params: AlertParams,
    errors: ['owner-not-found', 'alert-not-found'],
  }),
};
