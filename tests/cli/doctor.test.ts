/** `landfall doctor` against servers on this machine that are well, and others that are not. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import path from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { commandLine } from '../support/command-line';
import { startDnsServer } from '../support/dns-server';
import { startMailServer } from '../support/mail-server';
import { CommandError } from '../../cli/command-error';
import { doctorCommand } from '../../cli/doctor';
import { noteBackup } from '../../server/backup-request';
import { createDashboard } from '../../server/dashboard';
import { answerHealth } from '../../server/edge-health';
import { portOf } from '../../server/listener';
import { installationSecrets } from '../../server/secrets';
import { readSettings } from '../../server/settings';

const cli = commandLine();
const log = pino({ level: 'silent' });

let open: Server[] = [];
let storeProblem: string | undefined;
let journalProblem: Error | undefined;

async function serve(listener: RequestListener, server = createServer()): Promise<number> {
  server.on('request', listener);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server);
}

const set = (settings: Record<string, string>) =>
  Object.entries(settings).forEach(([name, value]) => vi.stubEnv(name, value));

/** Starts the dashboard with the settings that are set, and the health of an edge. */
async function startInstallation(settings: Record<string, string> = {}): Promise<number> {
  set({ HOST: '127.0.0.1', ...settings });
  installationSecrets(cli.folder);
  let build = { entry: { module: {} }, routes: {} } as unknown as ServerBuild;
  let pages = { files: (_: unknown, __: unknown, next: () => void) => next(), build, close: async () => undefined };
  let embedded = { api: async () => new Response(), ask: () => [], attributions: [], problem: () => storeProblem };
  let dashboard = await createDashboard(readSettings(process.env), embedded, pages, log);
  let port = await serve((request, response) => {
    if (request.url === '/healthz') response.end('ok');
    else dashboard(request, response);
  });
  let edge = { hasRules: () => true, journalProblem: async () => journalProblem, hasStoreSide: () => true };
  let gateway = await serve((request, response) => void answerHealth(request, response, edge));
  set({ PORT: String(port), GATEWAY_PORT: String(gateway) });
  return port;
}

/**
 * A proxy that appends the address of its client, as it sees it, and does or does not pass on Host.
 */
const proxyTo =
  (port: number, { client, host }: { client: string; host?: string }): RequestListener =>
  (request, response) => {
    let claimed = request.headers['x-forwarded-for'];
    let headers = {
      ...request.headers,
      host: host ?? request.headers.host,
      'x-forwarded-for': claimed === undefined ? client : `${String(claimed)}, ${client}`,
    };
    ask({ port, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    }).end();
  };

beforeEach(() => {
  storeProblem = undefined;
  journalProblem = undefined;
  set({ SMTP_URL: '', PUBLIC_URL: '', GATEWAY_URL: '', GATEWAY_DOMAIN: 'localhost', TRUST_PROXY: 'false' });
});
afterEach(async () => {
  await Promise.all(open.map((server) => new Promise((resolve) => server.close(resolve))));
  open = [];
});

/** What it says about something. */
const lines = (about: string) =>
  cli.said.split('\n').filter((line) => line.slice(6).startsWith(`${about} `) && line !== '');

describe('a server that runs', () => {
  it('is well behind a proxy that is trusted and passes on what it should', async () => {
    let mail = await startMailServer();
    let port = await startInstallation({ TRUST_PROXY: '1', SMTP_URL: mail.url });
    let proxy = await serve(proxyTo(port, { client: '9.9.9.9' }));
    set({ PUBLIC_URL: `http://127.0.0.1:${proxy}`, JOURNAL_MIN_FREE_MB: '1' });
    expect(await doctorCommand([])).toBe(0);
    expect(lines('ports')).toHaveLength(2);
    expect(lines('stores')).toEqual(['ok    stores       ready']);
    expect(lines('edge')[0]).toMatch(/^ok {4}edge {9}ready; rules: loaded; journal: writable; store side: connected/);
    expect(lines('disk')[0]).toMatch(/ MB of the disk of .* are free/);
    expect(lines('public url')).toEqual([`ok    public url   http://127.0.0.1:${proxy} reaches this installation.`]);
    expect(lines('proxy')[0]).toContain('ok    proxy        The server sees 9.9.9.9 and http');
    expect(lines('clock')).toEqual([
      expect.stringContaining('This machine and PUBLIC_URL have the same time.'),
      expect.stringMatching(/^warn {2}clock {8}No service in the settings answered/),
    ]);
    expect(lines('dns')[0]).toContain('warn  dns          GATEWAY_DOMAIN is localhost');
    expect(lines('mail')[0]).toMatch(/^ok {4}mail {9}127\.0\.0\.1:\d+ accepts the connection/);
    expect(mail.taken).toEqual([]);
    await mail.close();
  });

  it('fails where its stores or its journal do not work', async () => {
    await startInstallation();
    storeProblem = 'Events cannot be written.';
    journalProblem = new Error('The disk is full');
    expect(await doctorCommand([])).toBe(1);
    expect(lines('stores')).toEqual(['fail  stores       not ready: see the server log']);
    expect(lines('edge')[0]).toContain('fail  edge         not ready; rules: loaded; journal: cannot be written');
    expect(lines('public url')[0]).toContain('warn  public url   PUBLIC_URL is not set');
  });

  it('fails where a forged IP address is trusted, and warns of a proxy that changes Host', async () => {
    let port = await startInstallation({ TRUST_PROXY: '2' });
    let proxy = await serve(proxyTo(port, { client: '9.9.9.9', host: 'backend' }));
    set({ PUBLIC_URL: `http://127.0.0.1:${proxy}` });
    expect(await doctorCommand([])).toBe(1);
    expect(lines('proxy')).toEqual([
      expect.stringContaining(`warn  proxy        The server sees the host backend instead of 127.0.0.1:${proxy}`),
      expect.stringContaining('fail  proxy        Clients can forge their IP address'),
    ]);
  });

  it('fails where PUBLIC_URL leads to another server, or to none', async () => {
    await startInstallation();
    let other = await serve((_, response) => response.end('<html>'));
    set({ PUBLIC_URL: `http://127.0.0.1:${other}` });
    expect(await doctorCommand([])).toBe(1);
    expect(lines('public url')[0]).toContain('responds with 200, but not from this installation');
    await new Promise((resolve) => open.pop()!.close(resolve));
    expect(await doctorCommand([])).toBe(1);
    expect(lines('public url')[1]).toContain('connection refused. Start the proxy');
  });

  it('takes another server of the same installation, behind a balancer, for it', async () => {
    let shared = { SESSION_SECRETS: 'a secret that several dashboards share' };
    let port = await startInstallation(shared);
    set({ PUBLIC_URL: `http://127.0.0.1:${port}`, DATA_DIR: path.join(cli.folder, 'of another server') });
    await doctorCommand([]);
    expect(lines('public url')[0]).toContain('reaches this installation');
    set({ SESSION_SECRETS: 'a secret of an installation that is another one' });
    await doctorCommand([]);
    expect(lines('public url')[1]).toContain('not from this installation');
  });

  it('does not show others what it has seen', async () => {
    let port = await startInstallation();
    for (let secret of ['', 'x', installationSecrets(cli.folder).salt]) {
      let answer = await fetch(`http://127.0.0.1:${port}/doctor`, { headers: { 'x-landfall-doctor': secret } });
      expect(await answer.text()).not.toContain('127.0.0.1');
      expect(answer.status).not.toBe(200);
    }
  });

  it('fails for a certificate that is not signed by an authority', async (context) => {
    if (spawnSync('openssl', ['version']).error) return context.skip();
    let port = await startInstallation();
    let [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(cli.folder, name)) as [string, string];
    let subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject],
      {
        stdio: 'ignore',
      },
    );
    let tls = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) });
    let proxy = await serve(proxyTo(port, { client: '9.9.9.9' }), tls);
    set({ PUBLIC_URL: `https://127.0.0.1:${proxy}` });
    expect(await doctorCommand([])).toBe(1);
    expect(lines('public url')[0]).toContain('invalid certificate (DEPTH_ZERO_SELF_SIGNED_CERT)');
  });
});

it('fails for ports without a server, a mail server that refuses, and settings that are wrong', async () => {
  let mail = await startMailServer();
  let closed = String(await serve(() => undefined));
  await new Promise((resolve) => open.pop()!.close(resolve));
  set({ PORT: closed, GATEWAY_PORT: closed, SMTP_URL: mail.url.replace('posts', 'other') });
  expect(await doctorCommand([])).toBe(1);
  expect(lines('ports')).toHaveLength(2);
  for (let line of lines('ports')) expect(line).toMatch(/^fail {2}ports {8}No response from .* \(ECONNREFUSED\)/);
  expect(lines('mail')[0]).toMatch(/^fail {2}mail {9}127\.0\.0\.1:\d+ refused: .*Wrong password/);
  expect(lines('mail')[0]).not.toContain('other');
  await mail.close();
  set({ PORT: 'many' });
  expect(await doctorCommand([])).toBe(1);
  expect(lines('settings')[0]).toContain('PORT');
  await expect(doctorCommand(['more'])).rejects.toThrow(CommandError);
});

describe('the DNS of GATEWAY_DOMAIN', () => {
  it('is well with records of all hosts, warns of types without one, and fails without those that all need', async () => {
    let dns = await startDnsServer();
    set({ PORT: '1', GATEWAY_PORT: '1', GATEWAY_DOMAIN: 'pull.example', DNS_SERVERS: dns.address });
    let labels = [
      'gateway',
      'docker',
      'npm',
      'python',
      'hackage',
      'helm',
      'cargo',
      'rubygems',
      'composer',
      'maven',
      'go',
      'nuget',
    ];
    let owners = labels.map((label) => [`*.${label}.pull.example`, '203.0.113.4'] as const);
    let shared = { 'api.pull.example': '203.0.113.4', 'static.pull.example': '203.0.113.5' };
    dns.records.A = { ...shared, ...Object.fromEntries(owners) };
    await doctorCommand([]);
    expect(lines('dns')).toEqual([
      'ok    dns          pull.example and its 14 names resolve to 203.0.113.4, 203.0.113.5.',
    ]);
    delete dns.records.A['*.helm.pull.example'];
    await doctorCommand([]);
    expect(lines('dns')[1]).toContain('warn  dns          No DNS record for *.helm.pull.example. Create');
    delete dns.records.A['*.gateway.pull.example'];
    await doctorCommand([]);
    expect(lines('dns')[2]).toContain(
      'fail  dns          No DNS record for *.gateway.pull.example, *.helm.pull.example',
    );
    await dns.close();
  });
});

describe('what is outside', () => {
  it('reads the discovery document and the clock of the sign-on provider', async () => {
    let at = (place: string) => `http://127.0.0.1/${place}`;
    let said = { issuer: '', authorization_endpoint: at('a'), token_endpoint: at('t'), jwks_uri: at('k') };
    let [status, secondsBack] = [200, 0];
    let port = await serve((_, response) => {
      let date = new Date(Date.now() - secondsBack * 1_000).toUTCString();
      response.writeHead(status, { 'content-type': 'application/json', date }).end(JSON.stringify(said));
    });
    let issuer = `http://127.0.0.1:${port}`;
    said.issuer = issuer;
    set({ PORT: '1', GATEWAY_PORT: '1', OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'not shown' });
    await doctorCommand([]);
    expect(lines('sign-on')).toEqual([`ok    sign-on      ${issuer} serves its discovery document.`]);
    expect(lines('clock')).toEqual([`ok    clock        In sync with 127.0.0.1:${port}.`]);
    said.issuer = 'https://login.example';
    secondsBack = 120;
    expect(await doctorCommand([])).toBe(1);
    expect(lines('sign-on')[1]).toContain(
      `fail  sign-on      The provider identifies as https://login.example, but OIDC_ISSUER is ${issuer}.`,
    );
    expect(lines('clock')[1]).toMatch(/^warn {2}clock {8}This machine is 1[12]\d s ahead of 127\.0\.0\.1/);
    status = 404;
    await doctorCommand([]);
    expect(lines('sign-on')[2]).toContain('responds with 404 instead of a discovery document');
    set({ OIDC_ISSUER: 'http://127.0.0.1:1' });
    await doctorCommand([]);
    expect(lines('sign-on')[3]).toContain('cannot be reached (');
    said.jwks_uri = '';
    said.issuer = issuer;
    status = 200;
    set({ OIDC_ISSUER: issuer });
    await doctorCommand([]);
    expect(lines('sign-on')[4]).toContain('is missing sign-in endpoints or keys');
    expect(cli.said).not.toContain('not shown');
  });

  it('looks at the custom domains of the rules that the edge keeps', async () => {
    let dns = await startDnsServer();
    set({ PORT: '1', GATEWAY_PORT: '1', GATEWAY_DOMAIN: 'pull.example', DNS_SERVERS: dns.address });
    dns.records.A = { 'closed.example': '127.0.0.63' };
    let rules = { packages: {}, pixels: [], pixelHosts: ['closed.example', 'gone.example', 'a.gateway.pull.example'] };
    mkdirSync(path.join(cli.folder, 'edge'));
    let kept = [
      { format: 2, owners: 1 },
      { owner: 'ada', rules },
    ].map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(path.join(cli.folder, 'edge', 'rules.ndjson'), kept.join(''));
    await doctorCommand([]);
    expect(lines('domains').toSorted()).toEqual([
      expect.stringContaining('closed.example cannot be reached with TLS (ECONNREFUSED)'),
      expect.stringContaining('gone.example does not resolve (ENOTFOUND)'),
    ]);
    await dns.close();
  });
});

describe('backups', () => {
  it.each([
    [1, 'ok    backups      The last backup'],
    [4, 'warn  backups      The last backup is 4 days old'],
  ])('made %s days ago', async (days, line) => {
    set({ PORT: '1', GATEWAY_PORT: '1' });
    await doctorCommand([]);
    expect(lines('backups')[0]).toContain('No backup by');
    noteBackup(cli.folder, new Date(Date.now() - days * dayMs));
    await doctorCommand([]);
    expect(lines('backups')[1]).toContain(line);
  });
});
