/**
 * Destinations: where alerts and reports of an owner are sent, and the log of what was sent there.
 */
import { z } from 'zod';
import { DestinationName, KnownUsername, WebhookAddress } from '../rules/fields';
import * as limits from '../floor/limits';
import { PageQuery, pageOf, route } from '../rules/route';

/**
 * `webhook`: signed as Standard Webhooks has it. `chat`: an incoming webhook of Slack, Mattermost
 * or a program that takes the same. `email`: a person of the owner.
 */
export const DestinationKind = z.enum(['webhook', 'chat', 'email']);
export type DestinationKind = z.infer<typeof DestinationKind>;

export const Destination = z.object({
  id: z.string(),
  owner: z.string(),
  kind: DestinationKind,
  name: z.string(),
  /** Host and path of a webhook, the host of a chat, the username of a person. */
  to: z.string(),
  is_paused: z.boolean(),
  /** Since when every attempt has failed; null where the last one succeeded. */
  failing_since: z.string().datetime().nullable(),
  /** Until when messages are signed with the secret before as well; null where there is none. */
  earlier_secret_until: z.string().datetime().nullable(),
  /** Username of the person who made it; null when that account was deleted. */
  created_by: z.string().nullable(),
  created_at: z.string().datetime(),
});
export type Destination = z.infer<typeof Destination>;

export const CreateDestination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('webhook'), name: DestinationName, url: WebhookAddress }),
  z.object({ kind: z.literal('chat'), name: DestinationName, url: WebhookAddress }),
  z.object({ kind: z.literal('email'), name: DestinationName, username: KnownUsername }),
]);
export type CreateDestination = z.output<typeof CreateDestination>;

/** What is left out stays. A person cannot be replaced by another one. */
export const ChangeDestination = z.object({
  name: DestinationName.optional(),
  url: WebhookAddress.optional(),
  is_paused: z.boolean().optional(),
});
export type ChangeDestination = z.output<typeof ChangeDestination>;

/** A secret of Standard Webhooks, `whsec_…`; no other answer contains it. */
const Secret = z.object({ secret: z.string().nullable() });

export const CreatedDestination = Destination.merge(Secret);
export type CreatedDestination = z.infer<typeof CreatedDestination>;

/** `waiting` is tried (again) at `next_attempt_at`; `failed` is not. */
export const DeliveryStatus = z.enum(['waiting', 'running', 'done', 'failed']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const DeliveryCause = z.enum(['alert', 'test', 'replay']);

/** One message on its way to one destination. */
export const Delivery = z.object({
  id: z.string(),
  destination_id: z.string(),
  /** The same for a message that is sent again; webhooks have it as `webhook-id`. */
  message_id: z.string(),
  cause: DeliveryCause,
  /** The kind of message, such as `alert.spike`. */
  type: z.string(),
  title: z.string(),
  status: DeliveryStatus,
  attempts: z.number().int(),
  /** The status of the last answer; null where there was none. */
  answer_status: z.number().int().nullable(),
  /** How long the last attempt took, in milliseconds. */
  answer_ms: z.number().int().nullable(),
  /** The beginning of the last answer. */
  answer: z.string(),
  /** Why the last attempt failed. */
  reason: z.string().nullable(),
  created_at: z.string().datetime(),
  finished_at: z.string().datetime().nullable(),
  next_attempt_at: z.string().datetime().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

const OwnerParams = z.object({ owner: z.string() });
const DestinationParams = OwnerParams.extend({ destination_id: z.string() });
const destinations = { tag: 'Alerts', access: 'write' } as const;
const addressErrors = [
  'webhook-address-is-invalid',
  'webhook-needs-https',
  'webhook-address-is-private',
  'field-is-required',
  'field-is-too-long',
  'too-many-requests',
] as const;

export const destinationsApi = {
  getDestinations: route({
    ...destinations,
    id: 'getDestinations',
    method: 'GET',
    path: '/v2/destinations/{owner}',
    summary: 'List destinations, oldest first',
    params: OwnerParams,
    answer: z.object({ results: z.array(Destination) }),
    errors: ['owner-not-found'],
  }),

  createDestination: route({
    ...destinations,
    id: 'createDestination',
    method: 'POST',
    path: '/v2/destinations/{owner}',
    summary: 'Create a destination; only this response contains the signing secret of a webhook',
    params: OwnerParams,
    body: CreateDestination,
    status: 201,
    answer: CreatedDestination,
    errors: ['owner-not-found', 'user-not-found', 'too-many-destinations', ...addressErrors],
  }),

  getDestination: route({
    ...destinations,
    id: 'getDestination',
    method: 'GET',
    path: '/v2/destinations/{owner}/{destination_id}',
    summary: 'Get a destination',
    params: DestinationParams,
    answer: Destination,
    errors: ['owner-not-found', 'destination-not-found'],
  }),

  changeDestination: route({
    ...destinations,
    id: 'changeDestination',
    method: 'PUT',
    path: '/v2/destinations/{owner}/{destination_id}',
    summary: 'Update, pause or resume a destination; nothing new is sent while it is paused',
    params: DestinationParams,
    body: ChangeDestination,
    answer: Destination,
    errors: ['owner-not-found', 'destination-not-found', ...addressErrors],
  }),

  deleteDestination: route({
    ...destinations,
    id: 'deleteDestination',
    method: 'DELETE',
    path: '/v2/destinations/{owner}/{destination_id}',
    summary: 'Delete a destination with its log',
    params: DestinationParams,
    errors: ['owner-not-found', 'destination-not-found'],
  }),

  renewSecret: route({
    ...destinations,
    id: 'renewSecret',
    method: 'POST',
    path: '/v2/destinations/{owner}/{destination_id}/secrets',
    summary: `Rotate the signing secret of a webhook; the old one stays valid for ${limits.earlierSecretHours} hours`,
    params: DestinationParams,
    status: 201,
    answer: CreatedDestination,
    errors: ['owner-not-found', 'destination-not-found', 'destination-has-no-secret'],
  }),

  testDestination: route({
    ...destinations,
    id: 'testDestination',
    method: 'POST',
    path: '/v2/destinations/{owner}/{destination_id}/tests',
    summary: 'Send a test message now and return the result',
    params: DestinationParams,
    status: 201,
    answer: Delivery,
    errors: ['owner-not-found', 'destination-not-found', 'too-many-requests'],
  }),

  getDeliveries: route({
    ...destinations,
    id: 'getDeliveries',
    method: 'GET',
    path: '/v2/destinations/{owner}/{destination_id}/deliveries',
    summary: `List deliveries of the last ${limits.deliveryLogDays} days, newest first`,
    params: DestinationParams,
    query: PageQuery,
    answer: pageOf(Delivery),
    errors: ['owner-not-found', 'destination-not-found'],
  }),

  replayDelivery: route({
    ...destinations,
    id: 'replayDelivery',
    method: 'POST',
    path: '/v2/destinations/{owner}/{destination_id}/deliveries/{delivery_id}/replays',
    summary: 'Resend a message now with the same ID and return the result',
    params: DestinationParams.extend({ delivery_id: z.string() }),
    status: 201,
    answer: Delivery,
    errors: ['owner-not-found', 'destination-not-found', 'delivery-not-found', 'too-many-requests'],
  }),
};
