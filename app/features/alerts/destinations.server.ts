import type { ActionFunctionArgs } from '@remix-run/node';
import { destinationsApi, type Delivery, type Destination, DestinationKind } from 'contract/alerts/destinations';
import { DestinationName, KnownUsername, WebhookAddress } from 'contract/rules/fields';
import { organizationsApi } from 'contract/organizations/organizations';
import { z } from 'zod';
import { emptyForm, readForm } from '../../forms/read-form.server';
import type { Call } from '../../gateway/gateway-client.server';
import { isSameOwner, paths, settingsOf } from '../../links/paths';
import { serverPaths } from '../../links/paths.server';
import type { SignedIn } from '../../session/guards.server';
import { redirectWithToast } from '../../session/toast.server';

const deliveriesPerPage = 20;

const destinationKindLabels: Record<DestinationKind, string> = {
  webhook: 'Webhook',
  chat: 'Chat',
  email: 'Email',
};

export interface DestinationLine {
  id: string;
  page: string;
  kind: string;
  name: string;
  to: string;
  isPaused: boolean;
  failingSince: string | null;
}

export async function readDestinations(call: Call, owner: string) {
  let { results } = await call(destinationsApi.getDestinations, { params: { owner } });
  return {
    destinations: results.map((one) => destinationLine(one, owner)),
    added: DestinationKind.options.map((kind) => ({
      label: `Add ${destinationKindLabels[kind].toLowerCase()}`,
      to: serverPaths.newDestination(owner, kind),
    })),
  };
}

function destinationLine(
  { id, kind, name, to, is_paused, failing_since }: Destination,
  owner: string,
): DestinationLine {
  let page = serverPaths.destination(owner, id);
  return { id, page, kind: destinationKindLabels[kind], name, to, isPaused: is_paused, failingSince: failing_since };
}

export function alertsHome({ username }: Pick<SignedIn, 'username'>, owner: string): string {
  return paths.settings(settingsOf(owner, username), 'alerts');
}

export function destinationKindIn({ url }: Request): DestinationKind {
  return DestinationKind.catch('webhook').parse(new URL(url).searchParams.get('kind'));
}

/** The person, or the members of the organization. */
export async function readPeople({ call, username }: SignedIn, owner: string): Promise<string[]> {
  if (isSameOwner(owner, username)) return [username];
  let { results } = await call(organizationsApi.getOrganizationMembers, {
    params: { name: owner },
    query: { per_page: 'max' },
  });
  return results.map((member) => member.username);
}

const named = { name: DestinationName };

export const newDestinationInputs = {
  webhook: z.object({ ...named, url: WebhookAddress }),
  chat: z.object({ ...named, url: WebhookAddress }),
  email: z.object({ ...named, username: KnownUsername }),
} satisfies Record<DestinationKind, z.ZodTypeAny>;

/** An empty URL keeps the current one. */
export const ChangeDestinationInput = z.object({
  ...named,
  url: z.preprocess((v) => v || undefined, WebhookAddress.optional()),
});

export const PauseInput = z
  .object({ paused: z.enum(['yes', 'no']) })
  .transform(({ paused }) => ({ is_paused: paused === 'yes' }));

export interface DeliveryLine extends Pick<Delivery, 'id' | 'title' | 'cause' | 'status' | 'attempts'> {
  replays: string;
  answer: string;
  took: string;
  reason: string;
  /** End, or next attempt. */
  at: string;
}

/** `page`: of the delivery log, from 1. Throws API errors. */
export async function readDestination(call: Call, params: { owner: string; destination_id: string }, page: number) {
  let [destination, log] = await Promise.all([
    call(destinationsApi.getDestination, { params }),
    call(destinationsApi.getDeliveries, { params, query: { per_page: deliveriesPerPage, page } }),
  ]);
  let { owner, destination_id: id } = params;
  return {
    ...destinationLine(destination, owner),
    address: serverPaths.destination(owner, id),
    pause: serverPaths.destinationPause(owner, id),
    removal: serverPaths.destinationRemoval(owner, id),
    tests: serverPaths.destinationTests(owner, id),
    secret: destination.kind === 'webhook' ? serverPaths.destinationSecret(owner, id) : null,
    hasAddress: destination.kind !== 'email',
    madeBy: destination.created_by ?? 'a former member',
    madeAt: destination.created_at,
    deliveries: log.results.map((one) => deliveryLine(one, owner)),
    pageNumber: page,
    pages: Math.ceil(log.total / deliveriesPerPage),
  };
}

function deliveryLine(one: Delivery, owner: string): DeliveryLine {
  let { id, title, cause, status, attempts, answer_status, answer_ms, answer, reason } = one;
  return {
    id,
    title,
    cause,
    status,
    attempts,
    replays: serverPaths.deliveryReplays(owner, one.destination_id, id),
    answer: [answer_status, answer].filter(Boolean).join(' '),
    took: answer_ms === null ? '' : `${answer_ms} ms`,
    reason: reason ?? '',
    at: one.finished_at ?? one.next_attempt_at ?? one.created_at,
  };
}

/**
 * Sends a test message, or resends one of the log, and shows the result on the destination's page.
 */
export async function sendMessage(
  { request, params: { destinationId: destination_id = '', deliveryId: delivery_id } }: ActionFunctionArgs,
  { call, owner }: SignedIn & { owner: string },
): Promise<Response> {
  await readForm(request, emptyForm);
  let params = { owner, destination_id };
  let { status } = await (delivery_id === undefined
    ? call(destinationsApi.testDestination, { params })
    : call(destinationsApi.replayDelivery, { params: { ...params, delivery_id } }));
  let toast = status === 'done' ? ('message_arrived' as const) : ('message_failed' as const);
  return redirectWithToast(serverPaths.destination(owner, destination_id), toast);
}
