/** A fake Stripe with the part of its API that the gateway uses. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Thing = Record<string, unknown> & { id: string };

export interface FakeStripe {
  url: string;
  /** The requests, with their posted fields. */
  requests: { line: string; fields: Record<string, string>; idempotencyKey: string | undefined }[];
  /** Subscriptions and invoices by id. Tests add them. */
  things: Map<string, Thing>;
  /** Refuses the next request with this message. */
  refuseNext(message: string): void;
  close(): Promise<void>;
}

/**
 * Starts on a free port. With `onPay` it also serves pages, and calls `onPay` for a payment there.
 */
export async function startFakeStripe(onPay?: (session: Thing) => Promise<void>): Promise<FakeStripe> {
  let things = new Map<string, Thing>();
  let requests: FakeStripe['requests'] = [];
  let refusal: string | undefined;
  let server: Server = createServer((request, response) => {
    let place = `http://${request.headers.host}`;
    let visited = things.get(/^\/pay\/(\w+)$/.exec(request.url ?? '')?.[1] ?? '');
    if (onPay && visited) return void showPage(visited, request, response, onPay);
    void fieldsOf(request).then((fields) => {
      let line = `${request.method} ${request.url?.split('?')[0]}`;
      requests.push({ line, fields, idempotencyKey: request.headers['idempotency-key'] as string | undefined });
      let said = refusal;
      refusal = undefined;
      let answer = said ? undefined : answerTo(line, fields, things, onPay ? `${place}/pay` : 'https://pay.example');
      response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' });
      let error = { type: 'invalid_request_error', message: said ?? `No such thing: ${line}` };
      response.end(JSON.stringify(answer ?? { error }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    things,
    refuseNext: (message) => void (refusal = message),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page with one button, which pays in Checkout, and returns from the customer portal. */
async function showPage(
  session: Thing,
  request: IncomingMessage,
  response: ServerResponse,
  onPay: (session: Thing) => Promise<void>,
): Promise<void> {
  let isCheckout = session.id.startsWith('cs_');
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>Stripe</title><form method="post"><button>${isCheckout ? 'Pay' : 'Return'}</button></form>`);
    return;
  }
  if (isCheckout) await onPay(session);
  response.writeHead(303, { location: String(session.success_url ?? session.return_url) }).end();
}

async function fieldsOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (let part of request) text += String(part);
  return Object.fromEntries(new URLSearchParams(text));
}

function answerTo(line: string, fields: Record<string, string>, things: Map<string, Thing>, pages: string): unknown {
  let [method, path = ''] = line.split(' ');
  let steps = path.replace('/v1/', '').split('/');
  let known = things.get(steps.find((step) => things.has(step)) ?? '');
  if (method === 'GET' && path === '/v1/checkout/sessions')
    return listOf(things, 'cs_', (one) => one.status === 'open');
  if (path.endsWith('/payment_methods')) return listOf(things, 'pm_');
  if (path.endsWith('/expire')) return Object.assign(known ?? {}, { status: 'expired' });
  if (method === 'POST' && known) return Object.assign(known, changesOf(fields));
  if (method === 'DELETE' && known) return Object.assign(known, { status: 'canceled', ended_at: 1_800_000_000 });
  if (method === 'GET') return known;
  let prefix = { customers: 'cus_', prices: 'price_', coupons: 'coupon_', checkout: 'cs_', billing_portal: 'bps_' }[
    steps[0] ?? ''
  ];
  if (prefix === undefined) return undefined;
  let id = `${prefix}${things.size + 1}`;
  let made = { ...fields, id, object: steps.at(-1), status: 'open', url: `${pages}/${id}` };
  things.set(id, made);
  return made;
}

function changesOf(fields: Record<string, string>): Record<string, unknown> {
  return 'cancel_at_period_end' in fields ? { cancel_at_period_end: fields.cancel_at_period_end === 'true' } : {};
}

function listOf(things: Map<string, Thing>, prefix: string, keep: (one: Thing) => boolean = () => true) {
  let data = [...things.values()].filter((one) => one.id.startsWith(prefix) && keep(one));
  return { object: 'list', has_more: false, data };
}
