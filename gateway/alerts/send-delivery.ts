/** One attempt of a delivery, by the kind of its destination. */
import { time } from 'contract/floor/time';
import type { DestinationKind } from 'contract/alerts/destinations';
import { roleOf } from '../floor/memberships';
import type { DeliveryRow, DestinationRow } from '../floor/db/alert-schema';
import type { Records } from '../floor/db/schema';
import { alertEmail } from './mails/alert-emails';
import { unsubscribeUrl } from './notifications/unsubscribe-link';
import { chatBody, webhookBody, type AlertMessage } from './alert-message';
import type { DeliveryServices } from './services';
import { post, type PostResult } from './post-webhook';
import { signedHeaders } from './webhook-signature';

/** Below the time limit of the dashboard's calls, which wait for the result of tests. */
const timeoutMs = 8_000;

interface SendParts extends DeliveryServices {
  /** Aborted when the process ends. */
  closing: AbortSignal;
}

type Send = (parts: SendParts, to: DestinationRow, of: DeliveryRow) => Promise<PostResult>;

const transports: Record<DestinationKind, Send> = { webhook: toWebhook, chat: toChat, email: toPerson };

/** Rejects only if the stores fail. */
export const sendDelivery: Send = (parts, to, of) => transports[to.kind](parts, to, of);

export function messageIn({ message }: Pick<DeliveryRow, 'message'>): AlertMessage {
  return JSON.parse(message) as AlertMessage;
}

async function toWebhook(parts: SendParts, to: DestinationRow, of: DeliveryRow): Promise<PostResult> {
  let now = parts.clock();
  let body = webhookBody(messageIn(of), time(of.created_at));
  let isEarlierInUse = to.earlier_until !== null && to.earlier_until > now;
  let secrets = [to.secret, ...(isEarlierInUse ? [to.earlier_secret] : [])].flatMap(
    (sealed) => parts.sealer.open(sealed, to.id) ?? [],
  );
  return toAddress(parts, to, body, signedHeaders({ id: of.message_id, time: now, body }, secrets));
}

function toChat(parts: SendParts, to: DestinationRow, of: DeliveryRow): Promise<PostResult> {
  return toAddress(parts, to, chatBody(messageIn(of)), {});
}

async function toAddress(
  { sealer, privateTargets: allowed, closing }: SendParts,
  to: DestinationRow,
  body: string,
  headers: Record<string, string>,
): Promise<PostResult> {
  let address = sealer.open(to.address, to.id);
  if (address === undefined) return { reason: 'delivery-address-unreadable', status: null, answer: '' };
  return post({ url: new URL(address), headers, body, allowed, timeoutMs, closing });
}

async function toPerson(parts: SendParts, to: DestinationRow, of: DeliveryRow): Promise<PostResult> {
  let { records, mail, sealer, publicUrl } = parts;
  let reader = await readerOf(records, to);
  if (!reader) return { reason: 'delivery-person-not-reached', status: null, answer: '' };
  let { id, name, email, owner } = reader;
  let { title, sentences, url } = messageIn(of);
  let stop = unsubscribeUrl(sealer, publicUrl, id, 'alerts');
  let message = alertEmail(email, { name, owner, title, sentences, url, publicUrl, unsubscribeUrl: stop });
  let failure = await mail.sendOnce(message);
  return { reason: failure === null ? undefined : 'delivery-mail-refused', status: null, answer: '' };
}

/** The person of an email destination; undefined if they left the owner or opted out. */
async function readerOf(records: Records, { user_id, owner_id }: DestinationRow) {
  if (user_id === null || !(await roleOf(records, user_id, owner_id))) return undefined;
  return records
    .selectFrom('users')
    .innerJoin('owners', 'owners.id', 'users.id')
    .leftJoin('email_preferences', 'email_preferences.user_id', 'users.id')
    .where('users.id', '=', user_id)
    .where('users.email_verified_at', 'is not', null)
    .where('owners.suspended_at', 'is', null)
    .where('email_preferences.no_alerts_since', 'is', null)
    .select(['users.id', 'owners.name', 'users.email'])
    .select((e) => e.selectFrom('owners as whose').select('whose.name').where('whose.id', '=', owner_id).as('owner'))
    .$narrowType<{ owner: string }>()
    .executeTakeFirst();
}
