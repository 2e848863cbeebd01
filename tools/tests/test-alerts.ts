/**
 * `npx tsx tools/tests/test-alerts.ts`: harms the built product in one way after the other and
 * waits until the alert of packaging/prometheus-alerts.yml fires in a real Prometheus, with all
 * durations divided by forty. No alert may fire before. Beside it run two processes for jobs. Needs
 * prometheus, openssl, PostgreSQL, Linux and root, for a small disk and the port of https.
 * Arguments choose alerts; only without them it waits for what must not fire.
 */
// Builds the product first.
import '../built.mjs';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import { apiHost, ownerHosts, packageHost, pixelHostOf, sharedHostOf } from 'contract/packages/package-types/hosts';
import { dayMs } from 'contract/shared/time';
import { noteBackup } from '../../server/backup-request';
import { end, processesOf, seed, startProduct, tokenOf, type BuiltProduct } from '../bench/product';
import { startDnsServer, type DnsServer } from '../../tests/support/dns-server';
import { startJobs, type Jobs } from './alerts/jobs';
import { startPrometheus, timesFaster, type Firing, type Prometheus } from './alerts/prometheus';
import { ask } from './trouble-product';

const port = Number(process.env.PORT || 19_620);
const [metricsPort, prometheusPort, jobsPort] = [port + 2, port + 3, port + 4];
/** An address of this machine that nothing else listens at. */
const tlsAddress = '127.0.0.62';
const domain = 'alerts-test.example';
const limitMs = 240_000;
/** Longer than any alert waits, but for those of counters that have to rise. */
const quietSeconds = 3_600 / timesFaster + 15;

interface World {
  folder: string;
  product: BuiltProduct;
  token: string;
  prometheus: Prometheus;
  jobs: Jobs;
  /** Makes the server of https show another certificate for a host or a wildcard. */
  showCertificate(host: string, days: number): void;
}

interface Case {
  alert: string;
  /** For an alert that is about several: the one meant. */
  label?: string;
  /** Harms; gives what ends it. Called again and again where it returns nothing. */
  harm(world: World): Promise<(() => unknown) | undefined> | (() => unknown) | undefined;
}

const eventsFile = (folder: string) => path.join(folder, 'events.duckdb');

function killOne(product: BuiltProduct, role: 'store' | 'edge'): void {
  for (let { pid, role: its } of processesOf(product.process.pid!)) if (its === role) process.kill(pid, 'SIGKILL');
}

async function download({ gatewayPort }: BuiltProduct, i: number): Promise<void> {
  let host = sharedHostOf('ada', domain);
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
  {
    // The first, since others kill processes as well.
    alert: 'LandfallRestarts',
    // One that is killed before it was scraped may not have begun.
    async harm({ product, prometheus }) {
      let seen = await prometheus.scraped('landfall_edge_process_start_time_seconds');
      if (seen !== undefined && seen !== killedEdge) killOne(product, 'edge');
      killedEdge = seen ?? killedEdge;
      return undefined;
    },
  },
  { alert: 'LandfallPartAway', label: 'stores', harm: takeStoreAway },
  {
    alert: 'LandfallEventsNotStored',
    async harm(world) {
      let mend = takeStoreAway(world);
      await until(() => fires(world, 'LandfallPartAway', 'stores'));
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
  { alert: 'LandfallDownloadsFail', harm: failDownloads },
  {
    alert: 'LandfallCallsFail',
    harm({ folder, product, token }) {
      let records = new Database(path.join(folder, 'records.sqlite'));
      records.exec('alter table packages rename to packages_away');
      let headers = { authorization: `Bearer ${token}` };
      let calls = setInterval(() => void ask(product.gatewayPort, '/v2/packages/ada', headers), 200);
      return () => {
        clearInterval(calls);
        records.exec('alter table packages_away rename to packages');
        records.close();
      };
    },
  },
  { alert: 'LandfallDeliveriesFail', harm: (world) => failToDeliver(world).then(() => undefined) },
  endingCertificate(`stats.${domain}`),
  endingCertificate(`*.npm.${domain}`),
  {
    // One process of two works, until neither can have the lock.
    alert: 'LandfallNoJobs',
    harm({ jobs: { postgres } }) {
      postgres.stop();
      return () => postgres.start();
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

/** The others keep theirs, so that the alert is about this one. */
function endingCertificate(host: string): Case {
  return {
    alert: 'LandfallCertificateEnds',
    label: host,
    harm({ showCertificate, product }) {
      // Looked at once an hour, and at the start.
      let show = (days: number) => {
        showCertificate(host, days);
        killOne(product, 'store');
      };
      show(5);
      return () => show(60);
    },
  };
}

async function call<T>({ product, token }: World, at: string, body: unknown): Promise<T> {
  let headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let address = `http://127.0.0.1:${product.gatewayPort}${at}`;
  let answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A test message to a webhook that nobody listens at. */
async function failToDeliver(world: World): Promise<void> {
  let hook = { kind: 'webhook', name: `away ${Date.now()}`, url: 'http://127.0.0.1:9/hook' };
  let { id } = await call<{ id: string }>(world, '/v2/destinations/ada', hook);
  await call(world, `/v2/destinations/ada/${id}/tests`, {});
}

/** Clients ask again and again for a package whose registry is away. */
async function failDownloads(world: World): Promise<() => void> {
  await call(world, '/v2/packages/ada', { type: 'npm', name: '@ada/away', repository_url: 'http://127.0.0.1:9/' });
  let host = packageHost('npm', 'ada', domain);
  let clients = setInterval(() => void ask(world.product.gatewayPort, '/@ada%2faway', { host }), 200);
  return () => clearInterval(clients);
}

async function fires({ prometheus }: World, alert: string, label?: string): Promise<boolean> {
  let isMeant = ({ labels }: Firing) => labels.alertname === alert && (!label || Object.values(labels).includes(label));
  return (await prometheus.firing()).some(isMeant);
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
  // The context that was added last is the one that is shown.
  let show = (host: string, days: number) => server.addContext(host, createSecureContext(made(days)));
  return { server: server.listen(443, tlsAddress), show };
}

/**
 * Four planned restarts of both processes. What no longer answers for seconds of the test would be away for minutes:
 * those alerts are left out.
 */
async function restartsAreQuiet({ product, prometheus }: World): Promise<boolean> {
  let started = () =>
    prometheus.scraped(`landfall_store_process_start_time_seconds{instance="127.0.0.1:${metricsPort}"}`);
  let found: Firing[] = [];
  for (let i = 0; i < 4; i++) {
    let before = await started();
    product.process.kill('SIGUSR2');
    await until(async () => ![undefined, before].includes(await started()));
    for (let one of await prometheus.firing()) found.push(one);
  }
  let wrong = found.filter(({ labels }) => !['LandfallDown', 'LandfallPartAway'].includes(labels.alertname ?? ''));
  let names = [...new Set(wrong.map(({ labels }) => labels.alertname))].join(', ');
  process.stdout.write(
    wrong.length === 0 ? 'ok      four planned restarts page no one\n' : `FAILED  ${names} after planned restarts\n`,
  );
  await until(async () => (await prometheus.firing()).length === 0);
  return wrong.length === 0;
}

/** Whether no alert fires while all is well. */
async function staysQuiet(world: World): Promise<boolean> {
  let wasQuiet = true;
  for (let second = 0; second < quietSeconds; second++, await pause(1_000))
    for (let { labels } of await world.prometheus.firing()) {
      if (wasQuiet)
        process.stdout.write(`FAILED  ${labels.alertname} fires while all is well: ${JSON.stringify(labels)}\n`);
      wasQuiet = false;
    }
  if (wasQuiet) process.stdout.write('ok      no alert fires while all is well\n');
  return wasQuiet;
}

/** Whether everything is as it should be. */
async function tryAll(world: World, chosen: readonly string[]): Promise<boolean> {
  await until(() => world.prometheus.isReady());
  // Before it has read all counters, it may have those of the process alone that has no jobs.
  await until(
    async () =>
      (await world.prometheus.scraped('max(landfall_ready{part="jobs"})')) === '1' &&
      (await world.prometheus.firing()).length === 0,
  );
  let isWell = chosen.length > 0 || ((await staysQuiet(world)) && (await restartsAreQuiet(world)));
  for (let { alert, label, harm } of cases) {
    if (chosen.length > 0 && !chosen.includes(alert)) continue;
    let mend: (() => unknown) | undefined;
    let begun = performance.now();
    let fired = await until(async () => {
      mend ??= await harm(world);
      return fires(world, alert, label);
    });
    let seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    process.stdout.write(`${fired ? 'ok     ' : 'FAILED '} ${alert} ${label ?? ''} after ${seconds} s\n`);
    mend?.();
    let ended = await until(async () => !(await fires(world, alert, label)));
    if (!ended) process.stdout.write(`FAILED  ${alert} fires on\n`);
    isWell &&= fired && ended;
  }
  return isWell;
}

async function main(): Promise<number> {
  // Shares, hours and planned restarts, as Prometheus itself computes them.
  let rules = spawnSync('promtool', ['test', 'rules', 'tools/tests/alerts/rules.yml'], { stdio: 'inherit' });
  if (rules.status !== 0) return 1;
  let all = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  let disk = path.join(all, 'disk');
  let folder = path.join(disk, 'data');
  let prometheus: Prometheus | undefined;
  let jobs: Jobs | undefined;
  let product: BuiltProduct | undefined;
  let dns: DnsServer | undefined;
  let tls = startTls(all);
  mkdirSync(disk);
  let mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1200m', 'tmpfs', disk]);
  try {
    if (mounted.status !== 0) throw new Error('A small disk cannot be mounted: run this as root');
    mkdirSync(folder);
    await seed(folder, 200);
    jobs = await startJobs(path.join(all, 'jobs'), jobsPort);
    let token = await tokenOf(folder, 'ada');
    dns = await startDnsServer();
    let hosts = [`stats.${domain}`, apiHost(domain), pixelHostOf(domain), ...ownerHosts('*', domain)];
    dns.records = { A: Object.fromEntries(hosts.map((host) => [host, tlsAddress])) };
    product = await startProduct(folder, port, {
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: `https://stats.${domain}`,
      GATEWAY_DOMAIN: domain,
      DNS_SERVERS: dns.address,
      PRIVATE_TARGETS: '*',
      LOG_LEVEL: 'silent',
    });
    noteBackup(folder, new Date());
    prometheus = startPrometheus(all, prometheusPort, { product: metricsPort, jobs: jobs.metrics });
    let world = { folder, product, token, prometheus, jobs, showCertificate: tls.show };
    return (await tryAll(world, process.argv.slice(2))) ? 0 : 1;
  } finally {
    if (product) await end(product, 'SIGKILL');
    prometheus?.stop();
    await jobs?.end();
    tls.server.close();
    await dns?.close();
    if (mounted.status === 0) spawnSync('umount', ['-l', disk]);
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
