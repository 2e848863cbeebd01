/**
 * Signatures of webhooks as Standard Webhooks 1.0 has them: HMAC-SHA256 of id, time and body, under
 * a secret that only this installation and the receiver know.
 */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** A new secret, in the form in which libraries of receivers take it. */
export function newSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

export interface Signed {
  id: string;
  /** Milliseconds. */
  time: number;
  body: string;
}

/** The headers of a message, signed with each of the secrets. */
export function signedHeaders({ id, time, body }: Signed, secrets: readonly string[]): Record<string, string> {
  let seconds = String(Math.floor(time / 1_000));
  let signatures = secrets.map((secret) => {
    let key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
