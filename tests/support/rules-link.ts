/** Both ends of the link for rules, over a port of this machine. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { createRoutingTable, type RoutingTable } from 'edge/routing-table';
import { keepRules } from '../../server/kept-rules';
import { createStoreLink, openEdgeLink, type StoreLink } from '../../server/link';

const secret = 'a secret of the tests';
const log = pino({ level: 'silent' });

export interface RulesStore {
  takeRules: StoreLink['takeRules'];
  port: number;
  /** Breaks all connections to the edges. */
  breakOff(): void;
  close(): Promise<void>;
}

/** Starts the end of the store side, on a given port or any. */
export async function startRulesStore(port = 0): Promise<RulesStore> {
  let link = createStoreLink(secret, (_, response) => void response.writeHead(503).end());
  let server = http.createServer(link.handle);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    takeRules: link.takeRules,
    port: (server.address() as AddressInfo).port,
    breakOff: () => server.closeAllConnections(),
    async close() {
      link.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export interface RulesEdge {
  table: RoutingTable;
  /** The owners of each change that was put in force. */
  taken: string[][];
  close(): Promise<void>;
}

/** Starts the end of an edge that stores its rules in `folder`. */
export function startRulesEdge(folder: string, domain: string, storePort: number): RulesEdge {
  let table = createRoutingTable(domain);
  let taken: string[][] = [];
  let rules = keepRules(
    folder,
    (changed) => {
      table.take(changed);
      taken.push([...changed.keys()]);
    },
    log,
  );
  let link = openEdgeLink({ storePort, secret, rules, metrics: async () => '', log });
  return {
    table,
    taken,
    async close() {
      link.close();
      await rules.close();
    },
  };
}
