/**
 * Stands between a store and its server: refuses connections, holds or loses requests, or loses
 * answers.
 */
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Fate = 'answered' | 'request-lost' | 'answer-lost';

/** What becomes of a statement; `parameters` are those of its address. */
export type Decide = (statement: string, parameters: URLSearchParams) => Fate | Promise<Fate>;

export interface LossyProxy {
  /** The address of the server behind it, by way of the proxy. */
  url: string;
  /** Decides about each statement, which waits for it; all are answered at first. */
  decide(fate: Decide): void;
  /** Every connection is refused until `back`. */
  away(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

export async function openLossyProxy(target: string): Promise<LossyProxy> {
  let fate: Decide = () => 'answered';
  let server: Server | undefined;
  let port = 0;

  async function start(): Promise<void> {
    server = createServer(async (incoming, outgoing) => {
      let body = await buffer(incoming);
      let { searchParams } = new URL(incoming.url ?? '/', target);
      let decided = await fate(searchParams.get('query') ?? body.toString(), searchParams);
      if (decided === 'request-lost') return void incoming.socket.destroy();
      let { method = 'GET', url = '/', headers } = incoming;
      let onward = send(new URL(url, target), { method, headers }, (answer: IncomingMessage) => {
        if (decided === 'answered') {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        } else answer.resume();
        answer.once('end', () => {
          if (decided === 'answer-lost') incoming.socket.destroy();
        });
      });
      onward.on('error', () => incoming.socket.destroy());
      onward.end(body);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    let last = server;
    server = undefined;
    if (!last) return;
    let closed = once(last, 'close');
    last.close();
    last.closeAllConnections();
    await closed;
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}/`,
    decide: (next) => void (fate = next),
    away: stop,
    back: start,
    close: stop,
  };
}
