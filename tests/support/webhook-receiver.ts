/** A server on 127.0.0.1 that takes webhooks, and checks their signature as its owner would. */
import { createHmac } from 'node:crypto';
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TakenMessage {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface WebhookReceiver {
  url: string;
  taken: TakenMessage[];
  /** Answers instead as long as it is set. */
  behaviour: ((response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

/** Starts a receiver on a free port or on the given one; it answers 200 and `thank you`. */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  let server = http.createServer((request, response) => {
    if (request.url === '/ready') return void response.end();
    let parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      let text = Buffer.concat(parts).toString('utf8');
      let { url: path = '', headers } = request;
      receiver.taken.push({ path, headers, text, body: JSON.parse(text) as TakenMessage['body'] });
      if (receiver.behaviour) receiver.behaviour(response);
      else response.end('thank you');
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  let receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: [],
    behaviour: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return receiver;
}

/** How many of the signatures of a message are those of a secret. */
export function signaturesOf({ headers, text }: TakenMessage, secret: string): number {
  let key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  let signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  let right = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((one) => one === right).length;
}
