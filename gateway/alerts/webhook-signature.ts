/** Standard Webhooks 1.0: HMAC-SHA256 of id, time and body. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

export interface SignedMessage {
  id: string;
  time: number;
  body: string;
}

/** Has one signature for each secret. */
export function signedHeaders({ id, time, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  let seconds = String(Math.floor(time / 1_000));
  let signatures = secrets.map((secret) => {
    let key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
