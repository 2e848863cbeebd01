/** Destinations of alerts and reports, their tests, and the log of what was sent there. */
import { uuidv7 } from 'uuidv7';
import {
  destinationsApi,
  type ChangeDestination,
  type CreateDestination,
  type Delivery,
  type Destination,
} from 'contract/alerts/destinations';
import { isErrorCode, messageOf } from 'contract/rules/errors';
import * as limits from 'contract/floor/limits';
import { settingsPath } from 'contract/floor/page-links';
import { hourMs, minuteMs, time, timeOrNull } from 'contract/floor/time';
import { findOwner } from '../../floor/owners';
import type { Services } from '../http/services';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { DeliveryRow, DestinationRow } from '../../floor/db/alert-schema';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';
import { roleOf } from '../../floor/memberships';
import { ApiError } from '../../floor/calls/api-error';
import { addRunningDelivery, deliveryById, deliveryPage, messageIn } from '../../alerts/deliveries';
import { leaseMs } from '../../alerts/jobs/delivery-worker';
import {
  addDestination,
  destinationById,
  destinationsOf,
  newDestination,
  removeDestination,
  updateDestination,
  type ListedDestination,
} from '../../alerts/destinations';
import type { AlertMessage } from '../../alerts/alert-message';
import { checkWebhookTarget } from '../../alerts/post-webhook';
import { newWebhookSecret } from '../../alerts/webhook-signature';

/** A second renewal so soon is a form that was sent twice, or an answer that was lost. */
const againMs = 5 * minuteMs;

type Which = { owner: OwnerRow; params: { destination_id: string } };

export const destinationEndpoints = serve(destinationsApi, {
  async getDestinations({ parts, owner }) {
    let rows = await destinationsOf(parts.records, owner.id);
    return { results: rows.map((row) => present(row, owner)) };
  },

  async createDestination({ parts, owner, caller, body, act }) {
    let secret = body.kind === 'webhook' ? newWebhookSecret() : null;
    let row = await rowOf(parts, owner, body, secret);
    let made = await addDestination(parts.records, owner, { ...row, created_by: caller.user.id }, act);
    return { ...present(made, owner), secret };
  },

  async getDestination({ parts, owner, params }) {
    return present(await destinationById(parts.records, owner.id, params.destination_id), owner);
  },

  async changeDestination({ parts, owner, params, body, act }) {
    let before = await destinationById(parts.records, owner.id, params.destination_id);
    let set = await changesOf(parts, before, body);
    let action = 'destination-changed' as const;
    let changed = await updateDestination(parts.records, owner, { id: before.id, action, changesOf: () => set }, act);
    parts.alerting.deliveries.wake();
    return present(changed, owner);
  },

  async deleteDestination({ parts, owner, params, act }) {
    await removeDestination(parts.records, owner, params.destination_id, act);
    return undefined;
  },

  async renewSecret({ parts: { records, sealer }, owner, params, act }) {
    let secret = newWebhookSecret();
    let changesOf = (before: DestinationRow) => {
      if (before.kind !== 'webhook') throw new ApiError('destination-has-no-secret');
      return { secret: sealer.seal(secret, before.id), ...earlierSecret(before, act.time) };
    };
    let change = { id: params.destination_id, action: 'destination-secret-renewed' as const, changesOf };
    return { ...present(await updateDestination(records, owner, change, act), owner), secret };
  },

  async testDestination({ parts, owner, params }) {
    let message = JSON.stringify(testOf(parts, owner));
    return sendNow(parts, { owner, params }, { cause: 'test', message });
  },

  async getDeliveries({ parts: { records }, owner, params, query, url }) {
    let { id } = await destinationById(records, owner.id, params.destination_id);
    let page = await deliveryPage(records, id, query);
    return presentPage(page, { query, url }, (row) => row.id, presentDelivery);
  },

  async replayDelivery({ parts, owner, params }) {
    let { id } = await destinationById(parts.records, owner.id, params.destination_id);
    let { message, message_id } = await deliveryById(parts.records, id, params.delivery_id);
    return sendNow(parts, { owner, params }, { cause: 'replay', message, message_id });
  },
});

/**
 * The earlier secret keeps signing for a while next to a renewed one. A secret renewed a moment ago
 * is in no receiver yet: then the one before it stays.
 */
function earlierSecret(
  { secret, earlier_secret, earlier_until }: DestinationRow,
  now: number,
): Pick<DestinationRow, 'earlier_secret' | 'earlier_until'> {
  let inUseMs = limits.earlierSecretHours * hourMs;
  let isJustRenewed = earlier_until !== null && now < earlier_until - inUseMs + againMs;
  return isJustRenewed ? { earlier_secret, earlier_until } : { earlier_secret: secret, earlier_until: now + inUseMs };
}

/**
 * Refuses with user-not-found, webhook-address-is-private, webhook-needs-https and too-many-
 * requests.
 */
async function rowOf(
  parts: Services,
  owner: OwnerRow,
  body: CreateDestination,
  secret: string | null,
): Promise<DestinationRow> {
  let { records, sealer, clock } = parts;
  let id = uuidv7();
  let whereTo =
    body.kind === 'email'
      ? { user_id: await memberNamed(records, owner, body.username) }
      : { user_id: null, ...(await addressed(parts, { id, owner_id: owner.id, kind: body.kind }, body.url)) };
  let about = { id, owner_id: owner.id, kind: body.kind, name: body.name, created_at: clock() };
  return { ...newDestination, ...about, ...whereTo, ...(secret !== null && { secret: sealer.seal(secret, id) }) };
}

async function memberNamed(records: Services['records'], owner: OwnerRow, username: string): Promise<string> {
  let person = await findOwner(records, username);
  if (person?.kind !== 'user' || !(await roleOf(records, person.id, owner.id)))
    throw new ApiError('user-not-found', 'username');
  return person.id;
}

/** The address of a chat is a secret as a whole; that of a webhook may have one in its query. */
async function addressed(
  { sealer, attempts, alerting }: Services,
  { id, owner_id, kind }: Pick<DestinationRow, 'id' | 'owner_id' | 'kind'>,
  address: string,
): Promise<Pick<DestinationRow, 'shown' | 'address'>> {
  await attempts.domainCheck(owner_id);
  await checkWebhookTarget(address, alerting.webhookPrivateTargets);
  let { host, pathname, search } = new URL(address);
  let shown = kind === 'chat' ? host : host + pathname + (search && '?…');
  return { shown, address: sealer.seal(address, id) };
}

async function changesOf(
  parts: Services,
  of: Pick<DestinationRow, 'id' | 'owner_id' | 'kind'>,
  { name, url, is_paused }: ChangeDestination,
): Promise<Partial<DestinationRow>> {
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && of.kind !== 'email' && (await addressed(parts, of, url))),
    ...(is_paused !== undefined && { paused_at: is_paused ? parts.clock() : null }),
  };
}

function testOf({ publicUrl, clock }: Services, { name, kind }: OwnerRow): AlertMessage {
  return {
    type: 'test',
    title: `Test message from ${name}`,
    sentences: ['Alerts and reports will look like this.', 'This is only a test.'],
    url: publicUrl + settingsPath(name, kind, 'alerts'),
    data: { owner: name, sent_at: time(clock()) },
  };
}

async function sendNow(
  { records, attempts, alerting, clock }: Services,
  { owner, params }: Which,
  given: Parameters<typeof addRunningDelivery>[2],
): Promise<Delivery> {
  let to = await destinationById(records, owner.id, params.destination_id);
  await attempts.delivery(owner.id);
  let of = await addRunningDelivery(records, to, given, { now: clock(), leaseMs });
  return presentDelivery(await alerting.deliveries.attempt(to, of));
}

function present(row: ListedDestination, owner: OwnerRow): Destination {
  return {
    id: row.id,
    owner: owner.name,
    kind: row.kind,
    name: row.name,
    to: row.username ?? row.shown,
    is_paused: row.paused_at !== null,
    failing_since: timeOrNull(row.failing_since),
    earlier_secret_until: timeOrNull(row.earlier_until),
    created_by: row.created_by_name,
    created_at: time(row.created_at),
  };
}

function presentDelivery(row: DeliveryRow): Delivery {
  let { type, title } = messageIn(row);
  return {
    id: row.id,
    destination_id: row.destination_id,
    message_id: row.message_id,
    cause: row.cause,
    type,
    title,
    status: row.status,
    attempts: row.attempts,
    answer_status: row.answer_status,
    answer_ms: row.answer_ms,
    answer: row.answer,
    reason: isErrorCode(row.reason) ? messageOf(row.reason) : null,
    created_at: time(row.created_at),
    finished_at: timeOrNull(row.finished_at),
    next_attempt_at: row.status === 'waiting' ? time(row.due_at) : null,
  };
}
