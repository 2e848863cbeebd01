/** One attempt to bring a message to its destination, by the destination's kind. */
import { time } from 'contract/shared/time';
import type { DestinationKind } from 'contract/alerts/destinations';
import { roleOf } from '../floor/memberships';
import type { DeliveryTable, DestinationTable } from '../floor/db/alert-schema';
import type { Records } from '../floor/db/schema';
import { toldMail } from '../floor/mail/alert-email';
import { unsubscribeUrl } from './notifications/unsubscribe-link';
import { chatBody, webhookBody, type Told } from './message';
import type { DeliveryParts } from './parts';
import { post, type Posted } from './post';
import { signedHeaders } from './signature';

/** Less than the time limit of the dashboard, which waits for tests. */
const timeoutMs = 8_000;

interface SendParts extends DeliveryParts {
  /** Aborted when the process ends. */
  closing: AbortSignal;
}

type Send = (parts: SendParts, to: DestinationTable, of: DeliveryTable) => Promise<Posted>;

const ways: Record<DestinationKind, Send> = { webhook: toWebhook, chat: toChat, email: toPerson };

/** Sends a message; rejects only where the stores fail. */
export const send: Send = (parts, to, of) => ways[to.kind](parts, to, of);

/** The message of a delivery. */
export function toldIn({ message }: Pick<DeliveryTable, 'message'>): Told {
  return JSON.parse(message) as Told;
}

async function toWebhook(parts: SendParts, to: DestinationTable, of: DeliveryTable): Promise<Posted> {
  let now = parts.clock();
  let body = webhookBody(toldIn(of), time(of.created_at));
  let isEarlierInUse = to.earlier_until !== null && to.earlier_until > now;
  let secrets = [to.secret, ...(isEarlierInUse ? [to.earlier_secret] : [])].flatMap(
    (sealed) => parts.sealer.open(sealed, to.id) ?? [],
  );
  return toAddress(parts, to, body, signedHeaders({ id: of.message_id, time: now, body }, secrets));
}

function toChat(parts: SendParts, to: DestinationTable, of: DeliveryTable): Promise<Posted> {
  return toAddress(parts, to, chatBody(toldIn(of)), {});
}

async function toAddress(
  { sealer, privateTargets: allowed, closing }: SendParts,
  to: DestinationTable,
  body: string,
  headers: Record<string, string>,
): Promise<Posted> {
  let address = sealer.open(to.address, to.id);
  if (address === undefined) return { reason: 'delivery-address-unreadable', status: null, answer: '' };
  return post({ url: new URL(address), headers, body, allowed, timeoutMs, closing });
}

async function toPerson(parts: SendParts, to: DestinationTable, of: DeliveryTable): Promise<Posted> {
  let { records, mail, sealer, publicUrl } = parts;
  let reader = await readerOf(records, to);
  if (!reader) return { reason: 'delivery-person-not-reached', status: null, answer: '' };
  let { id, name, email, owner } = reader;
  let { title, sentences, url } = toldIn(of);
  let stop = unsubscribeUrl(sealer, publicUrl, id, 'alerts');
  let message = toldMail(email, { name, owner, title, sentences, url, publicUrl, unsubscribeUrl: stop });
  let isAccepted = await mail.deliver(message);
  return { reason: isAccepted ? undefined : 'delivery-mail-refused', status: null, answer: '' };
}

/** The person of an email, while they belong to the owner and want these mails. */
async function readerOf(records: Records, { user_id, owner_id }: DestinationTable) {
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
