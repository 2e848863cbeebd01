/**
 * A running edge for tests: real stores in a new folder, the real recorder, a real socket on
 * 127.0.0.1.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { vi } from 'vitest';
import { dayMs } from 'contract/floor/time';
import type { EdgeParts } from 'edge/edge';
import { createRoutingTable } from 'edge/routing-table';
import type { EventBreakdown } from 'contract/analytics/aggregations';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery, AggregateRow } from 'gateway/events/shape/store';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import { changeOwner } from 'gateway/floor/db/owner-transaction';
import { settleHost } from 'net/proxies';
import { openRecords } from 'gateway/floor/db/open';
import { createImageProvisioning } from 'gateway/packages/image-provisioning';
import { feedRules } from 'gateway/packages/rules-feed';
import { openEdge, type TestEdge } from 'tests/support/edge';
import { migratedRecordsPlace } from 'tests/support/records-place';
import type { RouteRow } from 'gateway/floor/db/hosting-schema';
import type { Records } from 'gateway/floor/db/schema';

export const ids = {
  owner: '00000000-0000-4000-8000-000000000001',
  file: '00000000-0000-4000-8000-000000000002',
  docker: '00000000-0000-4000-8000-000000000003',
  pixel: '00000000-0000-4000-8000-000000000004',
};

/** The edge's own addresses in these tests. */
export const ownAddresses = { domain: 'localhost', publicUrl: 'http://dashboard.test' };

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface EdgeWorld {
  records: Records;
  edge: TestEdge;
  port: number;
  /** Sends a request to the edge with any host and headers. */
  get(
    host: string,
    target: string,
    given?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answer>;
  /**
   * The stored events of a package or pixel, including repeats, once everything in memory is
   * written.
   */
  events(artifactId: string): Promise<Event[]>;
  /** The counted events of a package or pixel, by version. */
  aggregate(artifactId: string): Promise<AggregateRow[]>;
  /** The number of its requests that must not be tracked. */
  untracked(artifactId: string): Promise<number>;
  /** Resolves when all recorded events have reached the store. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts an edge for `ada` with a docker package at `registry` and a file package. `store` wraps
 * the real event store.
 */
export async function startEdge(
  given: Partial<EdgeParts> & {
    registry?: string;
    store?: (real: TestEventStore) => Pick<TestEventStore, 'append'>;
  } = {},
): Promise<EdgeWorld> {
  let folder = await mkdtemp(path.join(tmpdir(), 'edge-'));
  let { place, remove } = await migratedRecordsPlace();
  let records = await openRecords(place);
  let images = createImageProvisioning(records, ownAddresses, Date.now);
  let events = await openEventStore({ folder, resolve: images.resolve });
  let log = pino({ level: 'silent' });
  await fill(records, given.registry ?? '127.0.0.1:1');
  let rules = createRoutingTable(ownAddresses.domain);
  let feed = feedRules(records, ownAddresses, rules.take, log);
  let { registry: _registry, store, ...parts } = given;
  let edge = openEdge({ rules, ...parts }, store?.(events) ?? events);
  await feed.ready;
  let hostSettings = { trustProxy: () => false, trustForwardedHost: false, ownHost: 'localhost' };
  let server = http.createServer((req, res) => {
    settleHost(req, hostSettings);
    edge.handle(req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let { port } = server.address() as AddressInfo;
  let settled = async () => {
    await edge.idle();
    await vi.waitUntil(() => edge.recorder.metrics().waiting === 0, 30_000);
    let nothing = { artifactType: 'package' as const, artifactIds: [], from: 0, until: 0 };
    for await (let _ of events.export(nothing));
  };
  return {
    records,
    edge,
    port,
    get: (host, target, asked = {}) => request(port, host, target, asked),
    settled,
    aggregate: (artifactId) => events.aggregate(questionOf(artifactId, 'by-version')),
    async untracked(artifactId) {
      await settled();
      let [row] = await events.aggregate(questionOf(artifactId, 'by-total-do-not-track'));
      return row?.total ?? 0;
    },
    async events(artifactId) {
      await settled();
      let found: Event[] = [];
      let query = { ...questionOf(artifactId, 'by-total'), raw: true };
      for await (let batch of events.export(query)) {
        for (let event of batch) delete event.decision;
        found.push(...batch);
      }
      return found;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      feed.close();
      await edge.close();
      await events.close();
      await records.destroy();
      await remove();
      await rm(folder, { recursive: true });
    },
  };
}

function questionOf(artifactId: string, breakdown: EventBreakdown): AggregateQuery {
  return {
    artifactType: artifactId === ids.pixel ? 'tracking-pixel' : 'package',
    artifactIds: [artifactId],
    from: 0,
    until: Date.now() + dayMs,
    rollup: 'total',
    breakdowns: [breakdown],
    groupByArtifact: false,
    includeLowConfidence: true,
  };
}

function request(
  port: number,
  host: string,
  target: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let req = http.request({ host: '127.0.0.1', port, path: target, method, headers: { host, ...headers } }, (res) => {
      let chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }));
    });
    req.on('error', reject);
    req.end(body);
  });
}

/** Adds a route to the file package as the API does; resolves when the edge knows it. */
export function addRoute(
  records: Records,
  id: string,
  incoming_path: string,
  outgoing_url: string | null,
  more: Partial<Pick<RouteRow, 'type' | 'token_hash'>> = {},
): Promise<unknown> {
  let kind = { type: 'uri-template', token_hash: null, ...more } as const;
  let route = { id, package_id: ids.file, incoming_path, outgoing_url, ...kind, created_at: 1 };
  return changeOwner(records, ids.owner, (inside) => inside.insertInto('routes').values(route).execute());
}

async function fill(records: Records, registry: string): Promise<void> {
  let at = { created_at: 1, updated_at: 1 };
  let of = {
    owner_id: ids.owner,
    short_description: '',
    long_description: '',
    importance: 'mid' as const,
    track_companies: 1,
  };
  let file = {
    id: ids.file,
    type: 'file' as const,
    name: 'tool',
    name_key: 'tool',
    repository_name: null,
    backend_registry: null,
  };
  let docker = { id: ids.docker, type: 'docker' as const, name: 'app', name_key: 'app', repository_name: 'app' };
  let packages = [file, { ...docker, backend_registry: registry }];
  await records
    .insertInto('owners')
    .values({ id: ids.owner, name: 'Ada', name_key: 'ada', kind: 'user', ...at })
    .execute();
  for (let each of packages) {
    await records
      .insertInto('packages')
      .values({ website: '', repository_url: null, ...of, ...each, ...at })
      .execute();
    await records
      .insertInto('domains')
      .values({ id: each.id, owner_id: ids.owner, package_id: each.id, pixel_id: null, name: null, created_at: 1 })
      .execute();
  }
  await records
    .insertInto('pixels')
    .values({ id: ids.pixel, package_id: null, name: 'docs', name_key: 'docs', keep_referrer_query: 0, ...of, ...at })
    .execute();
  await addRoute(records, 'r1', '/tool/{version}', 'https://dl.example.com/tool-{version}.tgz');
  await addRoute(records, 'r2', '/ping/{name}', null);
}
