/** What operators see of running processes: metrics, traces and request ids. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { shipJournal } from 'gateway/events/clickhouse/ship-journal';
import { seed } from '../../tools/bench/product';
import { start, type Running } from '../../server';
import { portOf } from '../../server/listener';
import { readSettings } from '../../server/settings';
import { answerOf } from '../support/http-answer';
import { programOf } from '../support/program';
import { giveAddressTables } from '../support/address-tables';

const silent = pino({ level: 'silent' });
const role = [await programOf('tests/support/installation-role.ts')];

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const metrics = async () => (await fetch(running.metrics!)).text();

/** A request to the gateway's port, at one of its hosts. */
function ask(host: string, address: string, headers: Record<string, string> = {}) {
  let { port } = new URL(running.gateway!);
  return answerOf(request, {
    host: '127.0.0.1',
    port,
    path: address,
    headers: { host: `${host}:${port}`, ...headers },
  });
}

const download = (headers?: Record<string, string>) =>
  ask('ada.gateway.localhost', '/engine/v1/engine-linux.zip', headers);

let folder: string;
let collector: Server;
let spans: Sent[] = [];
let services = new Set<string>();
let running: Running;

/** Takes spans as a collector of OpenTelemetry does, as JSON. */
async function startCollector(): Promise<string> {
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      type Attributes = { attributes: Sent['attributes'] };
      let { resourceSpans } = body as { resourceSpans: { resource: Attributes; scopeSpans: { spans: Sent[] }[] }[] };
      for (let { resource, scopeSpans } of resourceSpans) {
        for (let { key, value } of resource.attributes) if (key === 'service.name') services.add(value.stringValue!);
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${portOf(collector)}`;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'observed-'));
  await seed(folder, 100);
  await giveAddressTables(folder);
  let env = {
    DATA_DIR: folder,
    PORT: '0',
    GATEWAY_PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'loopback',
    OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(),
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'downloads of ada',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  for (let [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  running = await start(readSettings(process.env), silent, { edge: role, store: role });
  await running.ready;
});
afterAll(async () => {
  await running.close();
  collector.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('metrics', () => {
  it('have every name that the Grafana dashboard and the alerts of Prometheus use', async () => {
    // An edge of many processes has some that this installation does not serve.
    let edge = new Registry();
    let shipping = shipJournal({ folder, url: 'http://127.0.0.1:9/away', clock: Date.now, log: silent });
    shipping.observe(edge);
    let ofEdges = await edge.metrics();
    await shipping.close();
    let used = ['grafana-dashboard.json', 'prometheus-alerts.yml']
      .map((name) => readFileSync(path.join('packaging', name), 'utf8'))
      .flatMap((text) => text.match(/\blandfall_\w+/g) ?? [])
      .map((name) => name.replace(/_(bucket|count|sum)$/, ''));
    expect(used.length).toBeGreaterThan(30);
    // A process that is too busy to answer is left out of one answer.
    await vi.waitFor(async () => {
      let both = (await metrics()) + ofEdges;
      let served = new Set([...both.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
      expect(used.filter((name) => !served.has(name))).toEqual([]);
    }, 30_000);
  });

  it('tell how long answers to downloads and to calls take', async () => {
    expect((await download()).status).toBe(307);
    expect((await ask('localhost', '/v2/packages/ada')).status).toBe(401);
    let text = await metrics();
    expect(text).toMatch(/^landfall_edge_answer_seconds_bucket\{le="10",answer="redirect"\} [1-9]/m);
    expect(text).toMatch(/^landfall_api_call_seconds_count\{method="GET",status="401"\} [1-9]/m);
  });

  it('tell how long pages take, by their kind and status', async () => {
    await fetch(`${running.dashboard}/nothing.data`);
    await expect.poll(metrics).toMatch(/^landfall_page_seconds_count\{kind="data",status="\d+"\} 1$/m);
  });
});

describe('traces', () => {
  it('go on from a proxy through both processes, and name the answer', { tags: 'slow' }, async () => {
    let traceId = randomBytes(16).toString('hex');
    let traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    await download({ traceparent });
    await ask('localhost', '/v2/packages/ada', { traceparent });
    let ours = () => spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
    await expect.poll(() => ours().toSorted(), { timeout: 10_000 }).toEqual(['api getPackages', 'download']);
    let edge = spans.find(({ name, traceId: id }) => name === 'download' && id === traceId)!;
    expect(edge.parentSpanId).toBe('b7ad6b7169203331');
    expect(edge.attributes).toContainEqual({ key: 'landfall.answer', value: { stringValue: 'redirect' } });
    expect([...services]).toEqual(['downloads of ada']);
  });

  it('hold no address, path or agent of a visitor', { tags: 'slow' }, async () => {
    await download({ 'user-agent': 'agent-of-a-visitor' });
    await expect.poll(() => spans.filter(({ name }) => name === 'download').length).toBeGreaterThan(1);
    expect(JSON.stringify(spans)).not.toMatch(/agent-of-a-visitor|engine-linux|127\.0\.0\.1/);
  });
});

describe('a request id', () => {
  it('of a proxy comes back from both sides of the API, and one that is unclear is replaced', async () => {
    let asked = async (id: string) =>
      (await ask('localhost', '/v2/packages/ada', { 'x-request-id': id })).headers['x-request-id'];
    expect(await asked('from-the-proxy-1')).toBe('from-the-proxy-1');
    expect(await asked('a "quoted" id of two words')).toMatch(/^[\da-f-]{36}$/);
    let page = await fetch(`${running.dashboard}/nothing`, { headers: { 'x-request-id': 'from-the-proxy-2' } });
    expect(page.headers.get('x-request-id')).toBe('from-the-proxy-2');
  });
});
