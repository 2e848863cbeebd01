/** Both ends of the link for rules, over a port of this machine. */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import pino from 'pino';
import { createRoutingTable, type RoutingTable } from 'edge/routing-table';
import { openRulesCache } from '../../server/rules-cache';
import { openEdgeLink, type EdgeLink } from '../../server/edge-link';
import { createStoreLink, type StoreLink } from '../../server/store-link';
import { bind, portOf } from '../../server/listener';

export const linkSecret = 'a secret of the tests';
const log = pino({ level: 'silent' });

export interface RulesStore {
  takeRules: StoreLink['takeRules'];
  metrics: StoreLink['edgeMetrics'];
  port: number;
  /** Breaks all connections to the edges. */
  breakOff(): void;
  close(): Promise<void>;
}

/** Starts the end of the store side, on a given port or any; `api` answers calls, else with a 503. */
export async function startRulesStore(
  port = 0,
  api: RequestListener = (_, response) => void response.writeHead(503).end(),
): Promise<RulesStore> {
  let link = createStoreLink(linkSecret, api, log);
  let sockets = new Set<Socket>();
  link.server.on('connection', (socket: Socket) => sockets.add(socket));
  await bind(link.server, { port, host: '127.0.0.1' });
  return {
    takeRules: link.takeRules,
    metrics: link.edgeMetrics,
    port: portOf(link.server),
    breakOff: () => sockets.forEach((socket) => socket.destroy()),
    close: link.close,
  };
}

export interface RulesEdge {
  table: RoutingTable;
  /** The owners of each change that was put in force. */
  taken: string[][];
  link: EdgeLink;
  close(): Promise<void>;
}

/** Starts the end of an edge that stores its rules in `folder`. */
export function startRulesEdge(folder: string, domain: string, storePort: number): RulesEdge {
  let table = createRoutingTable(domain);
  let taken: string[][] = [];
  let rules = openRulesCache(
    folder,
    (changed) => {
      table.take(changed);
      taken.push([...changed.keys()]);
    },
    log,
  );
  let link = openEdgeLink({ storePort, secret: linkSecret, rules, metrics: async () => '', log });
  return {
    table,
    taken,
    link,
    async close() {
      link.close();
      await rules.close();
    },
  };
}
