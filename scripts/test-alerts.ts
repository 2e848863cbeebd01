/**
 * `npm run test:alerts`: harms the built product in one way after the other and waits until the
 * alert of packaging/prometheus-alerts.yml fires in a real Prometheus, with all durations divided by
 * sixty. No alert may fire before. Needs prometheus, openssl, Linux and root, for a small disk and
 * the port of https.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import { apiHost, ownerHosts, pixelHost, sharedHost } from 'contract/package-types/hosts';
import { dayMs } from 'contract/time';
import { noteBackup } from '../server/backup-request';
import { end, processesOf, seed, startProduct, tokenOf, type Product } from '../bench/product';
import { startDnsServer, type DnsServer } from '../tests/support/dns-server';
import { ask } from './trouble-product';

const port = Number(process.env.PORT || 19_620);
const [metricsPort, prometheusPort] = [port + 2, port + 3];
const timesFaster = 60;
/** An address of this machine that nothing else listens at. */
const tlsAddress = '127.0.0.62';
const domain = 'alerts-test.example';
const limitMs = 240_000;

interface World {
  folder: string;
  product: Product;
  token: string;
  showCertificate(days: number): void;
}

interface Case {
  alert: string;
  /** For an alert that is about several: the one meant. */
  label?: string;
  /** Harms; gives what ends it. Called again and again where it returns nothing. */
  harm(world: World): Promise<(() => unknown) | undefined> | (() => unknown) | undefined;
}

const eventsFile = (folder: string) => path.join(folder, 'events.duckdb');

function killOne(product: Product, role: 'store' | 'edge'): void {
  for (let { pid, role: its } of processesOf(product.process.pid!)) if (its === role) process.kill(pid, 'SIGKILL');
}

async function download({ gatewayPort }: Product, i: number): Promise<void> {
  let host = sharedHost('ada', domain);
  let { status } = await ask(gatewayPort, `/engine/9.0.${i}/engine-linux.zip`, { host });
  if (status !== 307) throw new Error(`A download was answered with ${status}`);
}

/** The store side is started without its file, and stays away. */
function takeStoreAway({ folder, product }: World): () => void {
  let away = `${eventsFile(folder)}.away`;
  renameSync(eventsFile(folder), away);
  killOne(product, 'store');
  return () => renameSync(away, eventsFile(folder));
}

/** The start of the edge that was killed last. */
let killedEdge: string | undefined;

const cases: Case[] = [
  { alert: 'LandfallPartAway', label: 'stores', harm: takeStoreAway },
  {
    alert: 'LandfallEventsNotStored',
    async harm(world) {
      let mend = takeStoreAway(world);
      await until(() => fires('LandfallPartAway', 'stores'));
      for (let i = 0; i < 20; i++) await download(world.product, i);
      return mend;
    },
  },
  {
    alert: 'LandfallDiskFull',
    harm({ folder }) {
      let ballast = path.join(folder, 'ballast');
      spawnSync('fallocate', ['--length', '300M', ballast]);
      return () => rmSync(ballast);
    },
  },
  {
    alert: 'LandfallDiskFills',
    harm({ folder }) {
      let ballast = path.join(folder, 'ballast');
      spawnSync('fallocate', ['--length', '1100M', ballast]);
      return () => rmSync(ballast);
    },
  },
  {
    alert: 'LandfallJobFails',
    label: 'event-deletions',
    harm({ folder }) {
      let records = new Database(path.join(folder, 'records.sqlite'));
      records.exec('alter table tombstones rename to tombstones_away');
      return () => {
        records.exec('alter table tombstones_away rename to tombstones');
        records.close();
      };
    },
  },
  {
    alert: 'LandfallBackupTooOld',
    harm({ folder }) {
      noteBackup(folder, new Date(Date.now() - 3 * dayMs));
      return () => noteBackup(folder, new Date());
    },
  },
  { alert: 'LandfallDeliveriesFail', harm: (world) => failToDeliver(world).then(() => undefined) },
  {
    alert: 'LandfallCertificateEnds',
    label: `*.npm.${domain}`,
    harm: ({ showCertificate, product }) => {
      // Looked at once an hour, and at the start.
      let show = (days: number) => {
        showCertificate(days);
        killOne(product, 'store');
      };
      show(5);
      return () => show(60);
    },
  },
  {
    alert: 'LandfallRestarts',
    // One that is killed before it was scraped is not seen.
    async harm({ product }) {
      let seen = await scraped('landfall_edge_process_start_time_seconds');
      if (seen !== undefined && seen !== killedEdge) killOne(product, 'edge');
      killedEdge = seen ?? killedEdge;
      return undefined;
    },
  },
  {
    alert: 'LandfallDown',
    harm({ product }) {
      let stores = processesOf(product.process.pid!).filter(({ role }) => role === 'store');
      for (let { pid } of stores) process.kill(pid, 'SIGSTOP');
      return () => stores.forEach(({ pid }) => process.kill(pid, 'SIGCONT'));
    },
  },
];

/** A test message to a webhook that nobody listens at. */
async function failToDeliver({ product, token }: World): Promise<void> {
  let call = async (at: string, body: unknown) => {
    let headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    let address = `http://127.0.0.1:${product.gatewayPort}${at}`;
    let answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  let hook = { kind: 'webhook', name: `away ${Date.now()}`, url: 'http://127.0.0.1:9/hook' };
  let { id } = await call('/v2/destinations/ada', hook);
  await call(`/v2/destinations/ada/${id}/tests`, {});
}

/** The shipped rules with shorter times; thresholds in days stay. */
function fasterRules(): string {
  let seconds = { s: 1, m: 60, h: 3_600 };
  let shorter = (number: string, unit: keyof typeof seconds) => `${(Number(number) * seconds[unit]) / timesFaster}s`;
  return readFileSync('packaging/prometheus-alerts.yml', 'utf8')
    .replaceAll(/\bfor: (\d+)([smh])\b/g, (_, n: string, u: 'm') => `for: ${shorter(n, u)}`)
    .replaceAll(/\[(\d+)([smh])\]/g, (_, n: string, u: 'm') => `[${shorter(n, u)}]`)
    .replaceAll(/(_seconds > )(\d+)/g, (_, before: string, n: string) => before + Number(n) / timesFaster);
}

function startPrometheus(folder: string): ChildProcess {
  writeFileSync(path.join(folder, 'alerts.yml'), fasterRules());
  let config = readFileSync('packaging/prometheus.yml', 'utf8')
    .replace('prometheus-alerts.yml', 'alerts.yml')
    .replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`)
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  scrape_timeout: 1s\n  evaluation_interval: 1s');
  writeFileSync(path.join(folder, 'prometheus.yml'), config);
  let args = [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
  ];
  let child = spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (part: Buffer) => /level=error/.test(part.toString()) && process.stderr.write(part));
  return child;
}

interface Firing {
  state: string;
  labels: Record<string, string>;
}

/** The alerts that fire now, each with its labels. */
async function firing(): Promise<Firing[]> {
  let answer = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/alerts`).catch(() => undefined);
  if (!answer?.ok) return [];
  let { data } = (await answer.json()) as { data: { alerts: Firing[] } };
  return data.alerts.filter(({ state }) => state === 'firing');
}

/** The value that Prometheus has of a metric now; undefined where the last scrape had none. */
async function scraped(metric: string): Promise<string | undefined> {
  let answer = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/query?query=${metric}`);
  let { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
  return data.result[0]?.value[1];
}

async function fires(alert: string, label?: string): Promise<boolean> {
  let isMeant = ({ labels }: Firing) => labels.alertname === alert && (!label || Object.values(labels).includes(label));
  return (await firing()).some(isMeant);
}

async function until(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let begun = performance.now(); performance.now() - begun < limitMs; await pause(1_000))
    if (await isTrue()) return true;
  return false;
}

function startTls(folder: string): { server: Server; show: World['showCertificate'] } {
  let made = (days: number) => {
    let [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    let about = ['-days', String(days), '-subj', '/CN=alerts test', '-keyout', key, '-out', cert];
    let curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    let { status } = spawnSync('openssl', ['req', '-x509', ...curve, ...about]);
    if (status !== 0) throw new Error('openssl made no certificate');
    return { key: readFileSync(key), cert: readFileSync(cert) };
  };
  let server = createServer(made(60), (_request, response) => response.end());
  return { server: server.listen(443, tlsAddress), show: (days) => server.setSecureContext(made(days)) };
}

/** Whether everything is as it should be. */
async function tryAll(world: World, chosen: readonly string[]): Promise<boolean> {
  let wasQuiet = true;
  await until(
    async () => (await fetch(`http://127.0.0.1:${prometheusPort}/-/ready`).catch(() => undefined))?.ok ?? false,
  );
  // Longer than any alert waits, but for those of counters that have to rise.
  for (let second = 0; second < 75; second++, await pause(1_000))
    for (let { labels } of await firing()) {
      if (wasQuiet) process.stdout.write(`FAILED  ${labels.alertname} fires while all is well\n`);
      wasQuiet = false;
    }
  if (wasQuiet) process.stdout.write('ok      no alert fires while all is well\n');
  let isWell = wasQuiet;
  for (let { alert, label, harm } of cases) {
    if (chosen.length > 0 && !chosen.includes(alert)) continue;
    let mend: (() => unknown) | undefined;
    let begun = performance.now();
    let fired = await until(async () => {
      mend ??= await harm(world);
      return fires(alert, label);
    });
    let seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    process.stdout.write(`${fired ? 'ok     ' : 'FAILED '} ${alert} ${label ?? ''} after ${seconds} s\n`);
    mend?.();
    let ended = await until(async () => !(await fires(alert, label)));
    if (!ended) process.stdout.write(`FAILED  ${alert} fires on\n`);
    isWell &&= fired && ended;
  }
  return isWell;
}

async function main(): Promise<number> {
  let all = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  let folder = path.join(all, 'data');
  let prometheus: ChildProcess | undefined;
  let product: Product | undefined;
  let dns: DnsServer | undefined;
  let tls = startTls(all);
  mkdirSync(folder);
  let mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1200m', 'tmpfs', folder]);
  try {
    if (mounted.status !== 0) throw new Error('A small disk cannot be mounted: run this as root');
    await seed(folder, 200);
    let token = await tokenOf(folder, 'ada');
    dns = await startDnsServer();
    let hosts = [`stats.${domain}`, apiHost(domain), pixelHost(domain), ...ownerHosts('*', domain)];
    dns.records = { A: Object.fromEntries(hosts.map((host) => [host, tlsAddress])) };
    product = await startProduct(folder, port, {
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: `https://stats.${domain}`,
      GATEWAY_DOMAIN: domain,
      DNS_SERVERS: dns.address,
      WEBHOOK_PRIVATE_TARGETS: '*',
      LOG_LEVEL: 'silent',
    });
    noteBackup(folder, new Date());
    prometheus = startPrometheus(all);
    return (await tryAll({ folder, product, token, showCertificate: tls.show }, process.argv.slice(2))) ? 0 : 1;
  } finally {
    if (product) await end(product, 'SIGKILL');
    prometheus?.kill('SIGTERM');
    tls.server.close();
    await dns?.close();
    if (mounted.status === 0) spawnSync('umount', ['-l', folder]);
    rmSync(all, { recursive: true, force: true });
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
