/**
 * The edge: reads a request, decides by the routing table, records what is counted, answers. No
 * error here may break a download.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import * as limits from 'contract/limits';
import { apiHost } from 'contract/package-types/hosts';
import type { TrustProxy } from 'net/proxies';
import type { Enrich } from './enrich/enrich';
import { makeInert, sendEmpty, sendImage, sendRedirect, sendRefusal, sendText } from './answer';
import { buildEvent } from './build-event';
import { isNewImage, type Decision, type Hit } from './decision';
import type { InsecureRegistry } from './package-types/type';
import { createIdentity } from './identity';
import { createMetrics } from './metrics';
import { passThrough } from './pass-through';
import { isLoopbackName } from 'net/private-targets';
import { createProxy } from './proxy';
import type { Recorder } from './record';
import { createRegistryCheck } from './registry-check';
import { decide, type RoutingTable, type RuleTable } from './routing-table';
import { bareHost, readEdgeRequest, type EdgeRequest } from './edge-request';

export interface EdgeParts {
  rules: Pick<RoutingTable, 'current' | 'ready'>;
  recorder: Pick<Recorder, 'record' | 'metrics'>;
  enrich: Enrich;
  /** Secret of this installation, key of the hashes of origins and endpoints. */
  salt: string;
  /** Domain of the default hosts, `localhost` or `example.com`. */
  domain: string;
  /** Which proxies are trusted about the client's address. */
  trustProxy: TrustProxy;
  /** Registries (`host` or `host:port`) that may be on a private network; `*` for all. */
  privateTargets?: readonly string[] | undefined;
  /** Registries that are called without TLS, besides those of this machine. */
  insecureRegistries?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
}

export interface Edge {
  /** Answers one request; never throws. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Whether the edge answers a `Host` header; otherwise the API does. */
  owns(host: string): boolean;
  /** Resolves when there are rules for the first time; earlier requests wait for them. */
  ready: Promise<void>;
  /** Counters for Prometheus. */
  metrics: Registry;
  /**
   * Stops background work; resolves when all events of answered requests have been passed to the
   * recorder.
   */
  close(): Promise<void>;
  /** Resolves when no event is on its way to the recorder. */
  idle(): Promise<void>;
}

export function createEdge(parts: EdgeParts): Edge {
  let { log, recorder, domain, rules } = parts;
  let composing = { enrich: parts.enrich, identity: createIdentity(parts.salt) };
  let proxy = createProxy(parts.privateTargets ?? []);
  let registry = new Registry();
  let metrics = createMetrics(registry, recorder);
  let plain = new Set(parts.insecureRegistries ?? []);
  let insecure: InsecureRegistry = (registry) => isLoopbackName(registry.replace(/:\d+$/, '')) || plain.has(registry);
  let registries = createRegistryCheck(proxy, insecure);

  let writing = new Set<Promise<void>>();
  let idle = async () => void (await Promise.all(writing));

  /** Resolves when the event is durable or the time limit has passed; never rejects. */
  let write = (what: Hit, request: EdgeRequest, unseenAt?: string): Promise<void> => {
    let written = record(what, request, unseenAt).finally(() => writing.delete(written));
    writing.add(written);
    return written;
  };

  let record = async (what: Hit, request: EdgeRequest, unseenAt?: string): Promise<void> => {
    let time = parts.clock();
    try {
      if (unseenAt !== undefined && !(await registries.proves(unseenAt, what.isPrivate ?? false))) metrics.unproven();
      else await recorder.record(buildEvent(composing, what, request, time));
    } catch (error) {
      metrics.lost();
      log.error({ err: error }, 'an event could not be recorded');
    }
  };

  let count = async (what: Hit | null, request: EdgeRequest): Promise<void> => {
    if (what) await write(what, request);
  };

  let act = async (decision: Decision, request: EdgeRequest, res: ServerResponse): Promise<void> => {
    if (decision.kind === 'refuse') return sendRefusal(res, decision);
    if (decision.kind === 'proxy') return passThrough({ proxy, log, count }, decision, request, res);
    if (decision.kind === 'redirect' && decision.count && isNewImage(decision.count)) {
      // The registry's answer to a redirected client is not seen here. It is checked after the
      // redirect.
      sendRedirect(res, decision.location, decision.status);
      return write(decision.count, request, decision.location.replace(/\?.*$/, ''));
    }
    await count(decision.count, request);
    if (decision.kind === 'redirect') return sendRedirect(res, decision.location, decision.status);
    if (decision.kind === 'image') return sendImage(res);
    sendEmpty(res, 200);
  };

  let answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    makeInert(res);
    try {
      if ((req.url?.length ?? 0) > limits.requestTargetMax) return sendText(res, 414, 'too-long');
      // Some versions of Node refuse these requests themselves.
      if (/[\x80-\xff]/.test(req.url ?? '')) return sendText(res, 400, 'bytes');
      let request = readEdgeRequest(req, parts.trustProxy);
      let table = rules.current() ?? (await inTime(rules.ready));
      if (!table) return sendText(res, 503, 'no-rules');
      let decision = decide(table, request, insecure);
      metrics.asked(decision);
      await act(decision, request, res);
    } catch (error) {
      log.error({ err: error }, 'the edge could not answer');
      if (res.headersSent) res.destroy();
      else sendText(res, 500, 'broken');
    }
  };

  return {
    handle: (req, res) => void answer(req, res),
    owns: (host) => !isApiHost(bareHost(host), domain),
    ready: rules.ready.then(() => undefined),
    metrics: registry,
    async close() {
      registries.close();
      proxy.close();
      await idle();
    },
    idle,
  };
}

/** How long a request waits for the first rules; after that it is answered with "try again". */
const rulesWaitMs = 5_000;

async function inTime(ready: Promise<RuleTable>): Promise<RuleTable | undefined> {
  let timeUp = new AbortController();
  let wait = pause(rulesWaitMs, undefined, { signal: timeUp.signal, ref: false }).catch(() => undefined);
  let table = await Promise.race([ready, wait]);
  timeUp.abort();
  return table ?? undefined;
}

/** The API answers at the gateway's own domain, at `api.` below it, and at IP addresses. */
function isApiHost(host: string, domain: string): boolean {
  return host === '' || host === 'localhost' || host === domain || host === apiHost(domain) || isIP(host) !== 0;
}
