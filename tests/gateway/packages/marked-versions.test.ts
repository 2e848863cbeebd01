/** Withdrawn and deprecated versions in the indexes that clients read. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { withdrawnVersionsApi } from 'contract/packages/withdrawn-versions';
import { startFileServer, type FileServer } from 'tests/support/file-server';
import { answerOf } from 'tests/support/http-answer';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { owner: 'ada' };
const { withdrawVersion, restoreVersion } = withdrawnVersionsApi;

let world: World;
let ada: Caller;
let registry: FileServer;
let server: http.Server;
const ids: Record<string, string> = {};

const npmVersion = (version: string, more = {}) => ({
  name: 'mill',
  version,
  dist: { tarball: `https://files.example/mill-${version}.tgz` },
  ...more,
});
/** Clients that wait some days before they take a version read these. */
const times = { modified: '2026-02-01T00:00:00.000Z', '1.1.0': '2026-01-01T00:00:00.000Z' };
const page = `<!DOCTYPE html><html><body>
<a href="../files/mill-1.0.tar.gz#sha256=aa">mill-1.0.tar.gz</a><br>
<a href='../files/mill-1.1-py3-none-any.whl'>mill-1.1-py3-none-any.whl</a>
</body></html>`;
const json = JSON.stringify({
  meta: { 'api-version': '1.1' },
  name: 'mill',
  files: [
    {
      filename: 'mill-1.1-py3-none-any.whl',
      url: '../files/mill-1.1-py3-none-any.whl',
      hashes: {},
      yanked: false,
      'upload-time': times['1.1.0'],
    },
  ],
});
const crate = ['1.0.0', '1.1.0'].map((vers) =>
  JSON.stringify({ name: 'mill', vers, deps: [], cksum: 'é', yanked: false, pubtime: '2026-01-01T00:00:00Z' }),
);

beforeAll(async () => {
  registry = await startFileServer();
  world = await createWorld({ edgePrivateTargets: ['127.0.0.1'] });
  ada = await world.as('ada');
  for (let type of ['npm', 'python', 'cargo', 'go'] as const) {
    let repository_url = `${registry.url}${type}/`;
    let name = type === 'go' ? 'example.com/mill' : 'mill';
    ids[type] = (await ada.ask(packagesApi.createPackage, { params: mine, body: { type, name, repository_url } })).id;
  }
  let { files } = registry;
  files.set('cargo/mi/ll/mill', `${crate.join('\n')}\n`);
  files.set('cargo/config.json', JSON.stringify({ dl: `${registry.url}crates` }));
  server = http.createServer((req, res) => world.edge.handle(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
beforeEach(() => {
  registry.behaviour = (request, response) => {
    let send = (type: string, text: string) => void response.writeHead(200, { 'content-type': type }).end(text);
    if (request.url === '/npm/mill')
      return send(
        'application/json',
        JSON.stringify({
          name: 'mill',
          'dist-tags': { latest: '1.1.0' },
          time: times,
          versions: {
            '1.0.0': npmVersion('1.0.0'),
            '1.1.0': npmVersion('1.1.0'),
            '0.9.0': npmVersion('0.9.0', { deprecated: 'Too old' }),
          },
        }),
      );
    if (request.url === '/npm/mill/1.1.0') return send('application/json', JSON.stringify(npmVersion('1.1.0')));
    if (request.url === '/python/mill/')
      return /\+json/.test(request.headers.accept!.split(',')[0]!)
        ? send('application/vnd.pypi.simple.v1+json', json)
        : send('text/html', page);
    let found = registry.files.get(request.url!.slice(1));
    return found === undefined ? void response.writeHead(404).end() : send('text/plain', String(found));
  };
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await world.close();
  await registry.close();
});

async function ask(type: string, path: string, accept = '*/*'): Promise<string> {
  let { port } = server.address() as AddressInfo;
  let headers = { host: `ada.${type}.localhost`, accept };
  let answer = await answerOf(http.request, { host: '127.0.0.1', port, path, headers, agent: false });
  return String(answer.body);
}

function withdraw(type: string, version: string, more: object = {}) {
  let body = { version, message: 'Use "1.2" & up', ...more };
  return ada.ask(withdrawVersion, { params: { ...mine, package_id: ids[type]! }, body });
}

const restore = (type: string, version: string) =>
  ada.ask(restoreVersion, { params: { ...mine, package_id: ids[type]! }, body: { version } });

const withdrawnText = 'Withdrawn by its maintainers. Use "1.2" & up';

describe('a withdrawn version is marked', () => {
  it('as deprecated in the documents of npm, until it is restored', async () => {
    let versions = async () =>
      (JSON.parse(await ask('npm', '/mill')) as { versions: Record<string, { deprecated?: string }> }).versions;
    expect((await versions())['1.1.0']).not.toHaveProperty('deprecated');
    await withdraw('npm', '1.1.0');
    await withdraw('npm', '0.9.0');
    let marked = await versions();
    expect(Object.values(marked).map(({ deprecated }) => deprecated)).toEqual([undefined, withdrawnText, 'Too old']);
    expect(JSON.parse(await ask('npm', '/mill'))).toMatchObject({ time: times });
    expect(JSON.parse(await ask('npm', '/mill/1.1.0'))).toMatchObject({ deprecated: withdrawnText, version: '1.1.0' });
    await restore('npm', '1.1.0');
    expect((await versions())['1.1.0']).not.toHaveProperty('deprecated');
  });

  it('as yanked in the page of a Python project, in JSON with all other fields and in HTML', async () => {
    let accept = 'application/vnd.pypi.simple.v1+json, text/html; q=0.1';
    let before = JSON.parse(await ask('python', '/simple/mill/', accept)) as { files: object[] };
    expect(before.files).toMatchObject([{ yanked: false, 'upload-time': times['1.1.0'] }]);
    await withdraw('python', '1.1');
    let after: unknown = JSON.parse(await ask('python', '/simple/mill/', accept));
    expect(after).toEqual({ ...before, files: [{ ...before.files[0], yanked: withdrawnText }] });
    let marked = await ask('python', '/simple/mill/', 'text/html');
    expect(marked).toContain(
      `mill-1.1-py3-none-any.whl' data-yanked='Withdrawn by its maintainers. Use &quot;1.2&quot; &amp; up'>`,
    );
    expect(marked).toMatch(/mill-1\.0\.tar\.gz#sha256=aa">/);
    await restore('python', '1.1');
  });

  it.each(['1.1.0', 'v1.1'])('as %s for Python, where the files say 1.1 (PEP 440)', async (version) => {
    await withdraw('python', version);
    let marked = await ask('python', '/simple/mill/', 'text/html');
    expect(marked).toMatch(/mill-1\.1-py3-none-any\.whl' data-yanked=/);
    expect(marked).toMatch(/mill-1\.0\.tar\.gz#sha256=aa">/);
    let file = (await ask('python', '/simple/mill/', 'application/vnd.pypi.simple.v1+json')).match(
      /"url":"([^"]+)"/,
    )![1]!;
    expect(await ask('python', new URL(file, 'http://at.invalid/simple/mill/').pathname)).toContain(
      'Version 1.1 was withdrawn',
    );
    await restore('python', version);
  });

  it('as yanked in the index of Cargo, other lines unchanged', async () => {
    await withdraw('cargo', '1.1.0');
    let [first, second] = (await ask('cargo', '/mi/ll/mill')).split('\n');
    expect(first).toBe(crate[0]);
    expect(JSON.parse(second!)).toEqual({ ...(JSON.parse(crate[1]!) as object), yanked: true });
    await restore('cargo', '1.1.0');
    expect(await ask('cargo', '/mi/ll/mill')).toBe(`${crate.join('\n')}\n`);
  });
});

describe('a deprecated version', () => {
  it('is marked with the message alone, and served', async () => {
    expect(await withdraw('npm', '1.0.0', { is_served: true })).toMatchObject({ is_served: true });
    expect(await ask('npm', '/mill')).toContain(String.raw`"deprecated":"Use \"1.2\" & up"`);
    expect(await ask('npm', '/mill/-/mill-1.0.0.tgz')).not.toContain('withdrawn');
    await restore('npm', '1.0.0');
  });

  it('can be all of a major number, except those with a notice of their own', async () => {
    await withdraw('npm', '1.x', { is_served: true, message: 'End of life' });
    await withdraw('npm', '1.1.0', { is_served: true, message: 'Leaks' });
    let { versions } = JSON.parse(await ask('npm', '/mill')) as { versions: Record<string, { deprecated?: string }> };
    expect(Object.entries(versions).map(([version, { deprecated }]) => [version, deprecated])).toEqual([
      ['1.0.0', 'End of life'],
      ['1.1.0', 'Leaks'],
      ['0.9.0', 'Too old'],
    ]);
    await restore('npm', '1.x');
    await restore('npm', '1.1.0');
  });

  it('is served although others with its major number are withdrawn', async () => {
    let tarball = (version: string) => ask('npm', `/mill/-/mill-${version}.tgz`);
    await withdraw('npm', '1.x');
    await withdraw('npm', '1.1.0', { is_served: true, message: 'Leaks' });
    expect(await tarball('1.0.0')).toContain('Version 1.0.0 was withdrawn');
    expect(await tarball('1.1.0')).not.toContain('withdrawn');
    expect(await ask('npm', '/mill/1.1.0')).toContain('"deprecated":"Leaks"');
    await restore('npm', '1.1.0');
    expect(await tarball('1.1.0')).toContain('Version 1.1.0 was withdrawn');
    await restore('npm', '1.x');
    expect(await tarball('1.1.0')).not.toContain('withdrawn');
  });

  it('can only be of a type whose index can mark versions', async () => {
    let params = { ...mine, package_id: ids.go! };
    let body = { version: 'v1.0.0', message: 'Old', is_served: true };
    expect((await ada.refusal(withdrawVersion, { params, body })).code).toBe('version-cannot-be-marked');
  });
});
