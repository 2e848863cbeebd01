/**
 * What the build contains of others, what it says about that, and what has to be installed beside
 * it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portOf } from '../../server/listener';
import { answerOf } from '../support/http-answer';
import { workerPort } from '../support/ports';
import { password } from './product';

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'no page is opened');

interface LockFile {
  packages: Record<string, { version: string; dev?: boolean }>;
}

interface Bill {
  components: { name: string; version: string; licenses?: object[]; hashes?: object[] }[];
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;
const bill = JSON.parse(readFileSync('build/sbom.cdx.json', 'utf8')) as Bill;
const notices = readFileSync('build/THIRD-PARTY-NOTICES.txt', 'utf8').split(/^-{80}$/m);

/**
 * Where the packages are installed whose code is in the built programs: each module begins with a
 * comment.
 */
function bundledPackages(): string[] {
  let programs = readdirSync('build', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[^/]*\.js$|^server\//.test(file),
  );
  let modules = programs
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => readFileSync(path.join('build', file), 'utf8').match(/^\/\/ node_modules\/.+/gm) ?? []);
  return [
    ...new Set(modules.flatMap((line) => /node_modules\/.*(?<=node_modules\/)(@[^/]+\/)?[^/]+/.exec(line)?.[0] ?? [])),
  ];
}

test('the bill of materials and the notices name each package in the product, with version and license', () => {
  let installed = Object.keys(packages).filter((place) => place && !packages[place]!.dev);
  let bundled = bundledPackages();
  expect(bundled.length).toBeGreaterThan(150);
  let copied = ['@ariakit/react', 'sonner', '@expo-google-fonts/inter', '@ip-location-db/asn', 'tailwindcss'];
  let all = [...installed, ...bundled, ...copied.map((name) => `node_modules/${name}`)];
  let missing = all.filter((place) => {
    let name = place.split('node_modules/').at(-1)!;
    let { version } = packages[place]!;
    let component = bill.components.find((one) => one.name === name && one.version === version);
    let hasNotice = notices.some((text) => text.trimStart().startsWith(`${name} ${version}\n`));
    return !component?.hashes?.length || !component.licenses?.length || !hasNotice;
  });
  expect(missing).toEqual([]);
  for (let name of ['vite', 'typescript', '@playwright/test'])
    expect(bill.components.map((one) => one.name)).not.toContain(name);
});

test('an advisory about a package of the product that docs/security.md does not name is found', async () => {
  let advisory = (id: string, about: string) => ({
    id: about.length,
    url: `https://github.com/advisories/${id}`,
    title: about,
    severity: 'high',
    vulnerable_versions: '*',
  });
  let published = {
    '@remix-run/router': [advisory('GHSA-2j2x-hqr9-3h42', 'named')],
    react: [advisory('GHSA-aaaa-bbbb-cccc', 'of nobody')],
    playwright: [advisory('GHSA-dddd-eeee-ffff', 'of a tool')],
  };
  let registry = createServer((asked, answer) => {
    let isAudit = asked.url === '/-/npm/v1/security/advisories/bulk';
    asked.resume().on('end', () => answer.writeHead(isAudit ? 200 : 404).end(JSON.stringify(isAudit ? published : {})));
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
  try {
    let env = { ...process.env, npm_config_registry: `http://127.0.0.1:${portOf(registry)}` };
    let check = spawn('node', ['tools/advisories.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    check.stdout.on('data', (part: Buffer) => (said += part.toString()));
    expect((await once(check, 'close'))[0]).toBe(1);
    expect(said).toBe('GHSA-aaaa-bbbb-cccc (high): react *: of nobody\n2 advisories, 1 not in docs/security.md\n');
  } finally {
    registry.close();
  }
});

test('the product runs with the packages of `npm ci --omit=dev` alone', { tag: '@slow' }, async () => {
  test.slow();
  // Outside of the project, whose packages Node would find.
  let home = mkdtempSync(path.join(tmpdir(), 'runtime-'));
  for (let file of ['package.json', 'build']) cpSync(file, path.join(home, file), { recursive: true });
  for (let [place, { dev }] of Object.entries(packages))
    if (place && !dev && existsSync(place)) cpSync(place, path.join(home, place), { recursive: true });
  let traced = 0;
  let collector = createServer((asked, answer) => {
    traced += Number(asked.url === '/v1/traces');
    asked.resume().on('end', () => answer.end());
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  let [port, gatewayPort] = [workerPort('thirdParties'), workerPort('thirdParties') + 1];
  let env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    GATEWAY_PORT: String(gatewayPort),
    DATA_DIR: path.join(home, 'data'),
    DEMO_EVENTS: '200',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  let demo = spawn('node', ['build/demo.js'], { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] });
  let gone = once(demo, 'exit');
  try {
    let at = { host: '127.0.0.1', port };
    let isReady = () => answerOf(request, { ...at, path: '/readyz' }).then(({ status }) => status === 200);
    await expect.poll(() => isReady().catch(() => false), { timeout: 60_000 }).toBe(true);

    let form = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://127.0.0.1:${port}` };
    let post = { ...at, path: '/login', method: 'POST', headers: form };
    let signedIn = await answerOf(request, post, String(new URLSearchParams({ email: 'ada', password })));
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/home/ada']);
    let cookie = signedIn.headers['set-cookie']!.map((one) => one.split(';')[0]).join('; ');
    let page = await answerOf(request, { ...at, path: '/analytics/ada', headers: { cookie } });
    expect(page.status).toBe(200);
    expect(page.body).toContain('Downloads');

    let host = `ada.gateway.localhost:${gatewayPort}`;
    let file = { ...at, port: gatewayPort, path: '/engine/1.5.0/engine-linux.zip', headers: { host } };
    expect((await answerOf(request, file)).status).toBe(307);
    await expect.poll(() => traced).toBeGreaterThan(0);

    let command = spawnSync('node', ['build/landfall.js', 'admin', 'list'], { cwd: home, env, encoding: 'utf8' });
    expect([command.status, command.stdout]).toEqual([0, 'root\troot@example.com\n']);
  } finally {
    demo.kill('SIGTERM');
    await gone;
    collector.close();
    rmSync(home, { recursive: true, force: true });
  }
});
