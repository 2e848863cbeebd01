/** Stands between a store and its server: refuses connections, loses requests, or loses answers. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fate = 'answered' | 'request-lost' | 'answer-lost';

export interface LossyProxy {
  /** The address of the server behind it, by way of the proxy. */
  url: string;
  /** Decides about each insert; all are answered at first. */
  decide(fate: () => Fate): void;
  /** Every connection is refused until `back`. */
  away(): Promise<void>;
  back(): Promise<void>;
  /** Inserts that the server has answered. */
  inserts(): number;
  close(): Promise<void>;
}

export async function openLossyProxy(target: string): Promise<LossyProxy> {
  let fate: () => Fate = () => 'answered';
  let inserts = 0;
  let server: Server | undefined;
  let port = 0;

  async function start(): Promise<void> {
    server = createServer((incoming, outgoing) => {
      let isInsert = incoming.url?.includes('INSERT') ?? false;
      let decided = isInsert ? fate() : 'answered';
      if (decided === 'request-lost') return void incoming.socket.destroy();
      let { method = 'GET', url = '/', headers } = incoming;
      let onward = send(new URL(url, target), { method, headers }, (answer: IncomingMessage) => {
        if (decided === 'answered') {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        } else answer.resume();
        answer.once('end', () => {
          if (isInsert) inserts += 1;
          if (decided === 'answer-lost') incoming.socket.destroy();
        });
      });
      onward.on('error', () => incoming.socket.destroy());
      incoming.pipe(onward);
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
    inserts: () => inserts,
    close: stop,
  };
}
