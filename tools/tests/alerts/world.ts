/**
 * What tools/tests/test-alerts.ts harms: the built product on a small disk, what it talks to, and
 * the Prometheus that reads its counters. All of it is on this machine.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiHost, ownerHosts, pixelHostOf } from 'contract/packages/package-types/hosts';
import { noteBackup } from '../../../server/backup-request';
import { startDnsServer } from '../../../tests/support/dns-server';
import { startMailServer, type MailServer } from '../../../tests/support/mail-server';
import { end, processesOf, seed, startProduct, tokenOf, type BuiltProduct } from '../../bench/product';
import { startJobs, type Jobs } from './jobs';
import { startPrometheus, type Firing, type Prometheus } from './prometheus';

const port = Number(process.env.PORT || 19_620);
export const metricsPort = port + 2;
const [prometheusPort, jobsPort] = [port + 3, port + 4];
/** An address of this machine that nothing else listens at. */
const tlsAddress = '127.0.0.62';
export const domain = 'alerts-test.example';
/** Enough that each summary has blocks of its own in the file. */
const events = 5_000;
/** A job is late after three minutes, at the next whole one. */
const limitMs = 300_000;

/** Ends what was harmed. */
export type Mend = () => unknown;

export interface World {
  folder: string;
  product: BuiltProduct;
  /** Of ada, and of the administrator. */
  tokens: { ada: string; root: string };
  prometheus: Prometheus;
  jobs: Jobs;
  mails: MailServer;
  storage: Storage;
  /** Makes the server of https show another certificate for a host or a wildcard. */
  showCertificate(host: string, days: number): void;
}

/** Takes each file, unless it is silent: then it leaves its clients waiting. */
interface Storage {
  url: string;
  setSilent(isSilent: boolean): void;
}

/** Runs `use` in a new world, which is ended whatever happens. Needs root, for the disk and the port of https. */
export async function withWorld<T>(use: (world: World) => Promise<T>): Promise<T> {
  let all = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  // The last first.
  let ends: (() => unknown)[] = [() => rmSync(all, { recursive: true, force: true })];
  try {
    let folder = mountDisk(all, ends);
    await seed(folder, events);
    let tls = startTls(all, ends);
    let storage = await startStorage(ends);
    let mails = await startMailServer();
    ends.push(() => mails.close());
    let jobs = await startJobs(path.join(all, 'jobs'), jobsPort);
    ends.push(() => jobs.end());
    let dns = await startDnsServer();
    ends.push(() => dns.close());
    let hosts = [`stats.${domain}`, apiHost(domain), pixelHostOf(domain), ...ownerHosts('*', domain)];
    dns.records = { A: Object.fromEntries(hosts.map((host) => [host, tlsAddress])) };
    let tokens = { ada: await tokenOf(folder, 'ada'), root: await tokenOf(folder, 'root') };
    let product = await startProduct(folder, port, {
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: `https://stats.${domain}`,
      GATEWAY_DOMAIN: domain,
      DNS_SERVERS: dns.address,
      PRIVATE_TARGETS: '*',
      SMTP_URL: mails.url,
      MAIL_FROM: `no-reply@${domain}`,
      LOG_LEVEL: 'silent',
    });
    ends.push(() => end(product, 'SIGKILL'));
    noteBackup(folder, new Date());
    let prometheus = startPrometheus(all, prometheusPort, { product: metricsPort, jobs: jobs.metrics });
    ends.push(() => prometheus.stop());
    return await use({ folder, product, tokens, prometheus, jobs, mails, storage, showCertificate: tls.show });
  } finally {
    for (let each of ends.toReversed()) await each();
  }
}

/** Calls the API as ada, and `/internal/admin` as the administrator. */
export async function call<T>(
  { product, tokens }: World,
  method: 'GET' | 'POST' | 'PUT',
  at: string,
  body?: unknown,
): Promise<T> {
  let token = at.startsWith('/internal/admin/') ? tokens.root : tokens.ada;
  let headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  let answer = await fetch(`http://127.0.0.1:${product.gatewayPort}${at}`, init);
  let text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Resolves when the processes of a role are gone, with their files and locks; others begin. */
export async function killAll({ process: supervisor }: BuiltProduct, role: 'store' | 'edge'): Promise<void> {
  let killed = processesOf(supervisor.pid!).filter((one) => one.role === role);
  for (let { pid } of killed) process.kill(pid, 'SIGKILL');
  while (killed.some(({ pid }) => existsSync(`/proc/${pid}`))) await pause(20);
}

/** Whether an alert fires; with `label`, the one about it. */
export async function fires({ prometheus }: World, alert: string, label?: string): Promise<boolean> {
  let isMeant = ({ labels }: Firing) => labels.alertname === alert && (!label || Object.values(labels).includes(label));
  return (await prometheus.firing()).some(isMeant);
}

/** Asks once a second; false after the longest time that an alert may take. */
export async function until(isTrue: () => Promise<boolean> | boolean): Promise<boolean> {
  for (let begun = performance.now(); performance.now() - begun < limitMs; await pause(1_000))
    if (await isTrue()) return true;
  return false;
}

function mountDisk(all: string, ends: (() => unknown)[]): string {
  let disk = path.join(all, 'disk');
  mkdirSync(disk);
  let { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1200m', 'tmpfs', disk]);
  if (status !== 0) throw new Error('A small disk cannot be mounted: run this as root');
  ends.push(() => spawnSync('umount', ['-l', disk]));
  let folder = path.join(disk, 'data');
  mkdirSync(folder);
  return folder;
}

function startTls(folder: string, ends: (() => unknown)[]): { server: Server; show: World['showCertificate'] } {
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
  ends.push(() => server.close());
  return { server: server.listen(443, tlsAddress), show };
}

async function startStorage(ends: (() => unknown)[]): Promise<Storage> {
  let waiting: ServerResponse[] | undefined;
  let server: HttpServer = createHttpServer((request, response) => {
    request.resume();
    if (waiting) waiting.push(response);
    else response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setSilent(isSilent) {
      for (let response of waiting ?? []) response.end();
      waiting = isSilent ? [] : undefined;
    },
  };
}
