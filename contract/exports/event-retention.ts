/** How many days events are kept: set by the installation, and by an owner for fewer days. */
import { z } from 'zod';
import { eventDays } from '../rules/retention-rules';
import { DayText, schemaOf, LastEvent } from '../rules/fields';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

/** Null is for ever. */
export const EventRetention = z.object({
  installation_days: z.number().int().nullable(),
  owner_days: z.number().int().nullable(),
  /** The shorter of the two. */
  days: z.number().int().nullable(),
  /** The first UTC day whose events are kept; null where all are. */
  first_day: DayText.nullable(),
});
export type EventRetention = z.infer<typeof EventRetention>;

const code = 'event-days-are-invalid';

const wholeDays = (number: z.ZodNumber) => number.int(code).min(1, code).max(limits.eventDaysMax, code);

/** Null for as long as the installation does. */
export const SetEventRetention = z.object({ days: wholeDays(z.number({ invalid_type_error: code })).nullable() });

/** Events that would be too old if they were kept for so many days. */
export const OlderEvents = z.object({
  events: z.number().int(),
  /** The first UTC day whose events would be kept. */
  first_day: DayText,
});
export type OlderEvents = z.infer<typeof OlderEvents>;

/**
 * What a form sends: the same as text, empty for null; and the days whose deletion of events was
 * confirmed.
 */
export const EventRetentionForm = z.object({
  days: schemaOf(eventDays)
    .optional()
    .transform((text) => (text ? Number(text) : null)),
  confirmed_days: z.coerce.number().optional(),
});

const retention = {
  path: '/v2/event-retention/{owner}',
  tag: 'Erasure',
  params: z.object({ owner: z.string() }),
} as const;

export const eventRetentionApi = {
  getEventRetention: route({
    ...retention,
    id: 'getEventRetention',
    method: 'GET',
    summary: 'Get event retention',
    access: 'read',
    answer: EventRetention,
    errors: ['owner-not-found'],
  }),

  setEventRetention: route({
    ...retention,
    id: 'setEventRetention',
    method: 'PUT',
    summary: 'Shorten event retention; older events are deleted within an hour',
    access: 'own',
    body: SetEventRetention,
    answer: EventRetention,
    errors: ['owner-not-found', 'event-days-are-invalid', 'event-days-are-too-many'],
  }),

  getOlderEvents: route({
    ...retention,
    id: 'getOlderEvents',
    method: 'GET',
    path: '/v2/event-retention/{owner}/older-events',
    summary: 'Preview how many events a retention would delete',
    access: 'own',
    countsEvents: true,
    query: z.object({ days: wholeDays(z.coerce.number({ invalid_type_error: code })), last_event: LastEvent }),
    answer: OlderEvents,
    errors: ['owner-not-found', 'event-days-are-invalid'],
  }),
};
