/** One attempt to send, by the kind of its destination. */
import { time } from 'contract/floor/time';
import { roleOf } from '../../floor/memberships';
import type { DeliveryRow, DestinationRow } from '../../floor/db/alert-schema';
import { ownerById } from '../../floor/lead-readers';
import type { Mail } from '../../floor/mail/mail';
import type { EmailMessage } from '../../floor/mail/message';
import type { Once } from '../../floor/once';
import { alertEmail } from '../mails/alert-emails';
import { unsubscribeUrl } from '../unsubscribe-link';
import { chatBody, webhookBody } from '../alert-message';
import { messageIn } from '../deliveries';
import { personalEmail, personWanting } from './personal-emails';
import type { DeliveryServices } from '../services';
import { post, type PostResult } from '../post-webhook';
import { signedHeaders } from '../webhook-signature';

/** Below the time limit of the dashboard's calls, which wait for the result of tests. */
const timeoutMs = 8_000;

interface SendParts extends DeliveryServices {
  /** Aborted when the process ends. */
  closing: AbortSignal;
  /** Of the run. */
  once: Once;
}

/** One, or several that become one email. */
type Deliveries = readonly [DeliveryRow, ...DeliveryRow[]];
type Send = (parts: SendParts, to: DestinationRow, all: Deliveries) => Promise<PostResult>;

const transports: Record<DestinationRow['kind'], Send> = {
  webhook: toWebhook,
  chat: toChat,
  email: toPerson,
  account: toAccount,
};

/** Rejects only if the stores fail. */
export const sendDeliveries: Send = (parts, to, all) => transports[to.kind](parts, to, all);

async function toWebhook(parts: SendParts, to: DestinationRow, [of]: Deliveries): Promise<PostResult> {
  let now = parts.clock();
  let body = webhookBody(messageIn(of), time(of.created_at));
  let isEarlierInUse = to.earlier_until !== null && to.earlier_until > now;
  let secrets = [to.secret, ...(isEarlierInUse ? [to.earlier_secret] : [])].flatMap(
    (sealed) => parts.sealer.open(sealed, to.id) ?? [],
  );
  return toAddress(parts, to, body, signedHeaders({ id: of.message_id, time: now, body }, secrets));
}

function toChat(parts: SendParts, to: DestinationRow, [of]: Deliveries): Promise<PostResult> {
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

async function toPerson(parts: SendParts, to: DestinationRow, [of]: Deliveries): Promise<PostResult> {
  let { records, mail, sealer, publicUrl } = parts;
  let person = to.user_id === null ? undefined : await personWanting(records, to.user_id, 'alerts');
  let owner = await ownerById(records, to.owner_id);
  if (!person || !owner || !(await roleOf(records, person.id, owner.id))) return notReached;
  let { title, sentences, url, data } = messageIn(of);
  let stop = unsubscribeUrl(sealer, publicUrl, person.id, 'alerts');
  let about = { name: person.name, owner: owner.name, title, sentences, url, data, publicUrl, unsubscribeUrl: stop };
  return sendEmail(mail, alertEmail(person.email, about));
}

async function toAccount(parts: SendParts, { user_id }: DestinationRow, all: Deliveries): Promise<PostResult> {
  let email = user_id === null ? 'not-wanted' : await personalEmail(parts, user_id, all.map(messageIn));
  if (email === 'not-wanted') return notReached;
  return email ? sendEmail(parts.mail, email) : accepted;
}

const notReached = { reason: 'delivery-person-not-reached', status: null, answer: '' } as const;
const accepted: PostResult = { reason: undefined, status: null, answer: '' };

async function sendEmail(mail: Mail, message: EmailMessage): Promise<PostResult> {
  let failure = await mail.sendOnce(message);
  if (failure === null) return accepted;
  return { ...accepted, reason: 'delivery-mail-refused', isServerAway: !failure.isAboutEmail };
}
