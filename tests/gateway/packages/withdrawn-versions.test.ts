/** Withdrawn versions: what each client gets, what counts, and who may withdraw. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { aggregationsApi } from 'contract/analytics/aggregations';
import * as limits from 'contract/floor/limits';
import { packagesApi } from 'contract/packages/packages';
import { withdrawnVersionsApi } from 'contract/packages/withdrawn-versions';
import { whoMay } from 'tests/support/authorization';
import { startFileServer, type FileServer } from 'tests/support/file-server';
import { answerOf } from 'tests/support/http-answer';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { owner: 'ada' };
const { getWithdrawnVersions, withdrawVersion, restoreVersion } = withdrawnVersionsApi;

let world: World;
let ada: Caller;
let registry: FileServer;
let server: http.Server;
const ids: Record<string, string> = {};

beforeAll(async () => {
  registry = await startFileServer();
  world = await createWorld();
  ada = await world.as('ada');
  let create = async (body: Record<string, unknown>) => {
    ids[String(body.type)] = (await ada.ask(packagesApi.createPackage, { params: mine, body: body as never })).id;
  };
  let outgoing_url = 'https://files.example/{name}-{version}.zip';
  await create({ type: 'file', name: 'tool', incoming_path: '/{name}/{version}', outgoing_url });
  await create({ type: 'docker', name: 'ada/engine', backend_registry: 'ghcr.io' });
  await create({ type: 'npm', name: 'engine', repository_url: registry.url });
  await create({ type: 'go', name: 'example.com/ada/engine', repository_url: 'https://proxy.example/' });
  server = http.createServer((req, res) => world.edge.handle(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await world.close();
  await registry.close();
});

function ask(host: string, path: string, { method = 'GET', ...headers }: Record<string, string> = {}) {
  let { port } = server.address() as AddressInfo;
  return answerOf(http.request, { host: '127.0.0.1', port, path, method, headers: { host, ...headers }, agent: false });
}

function withdraw(type: string, version: string, more: object = {}) {
  let body = { version, message: 'Use 2.0.1, see\nadvisory 7.', ...more };
  return ada.ask(withdrawVersion, { params: { ...mine, package_id: ids[type]! }, body });
}

it('half a character in a version is refused, like NUL', async () => {
  let params = { ...mine, package_id: ids.npm! };
  for (let version of ['1.0.\ud800', '1.0.\0']) {
    let body = { version, message: 'Not this one.' };
    let refusal = await ada.refusal(withdrawVersion, { params, body });
    expect(refusal).toMatchObject({ status: 422, code: 'request-not-valid', field: 'version' });
  }
});

it('characters that change how a version is read are left out, as in the versions of reports', async () => {
  let message = 'Use\u200b \u202e2.0.1\u2028now.';
  let item = await withdraw('file', '1.0\u202e2', { message, redirect_to: '2.0\u2066.1' });
  expect(item).toMatchObject({ version: '1.02', message: 'Use 2.0.1 now.', redirect_to: '2.0.1' });
  await restore('file', '1.02');
  let params = { ...mine, package_id: ids.file! };
  for (let body of [
    { version: '\u202e', message },
    { version: '1.0', message: '\u200b' },
  ])
    expect(await ada.refusal(withdrawVersion, { params, body })).toMatchObject({ code: 'field-is-required' });
  // One from before is restored by the version that is listed.
  await withdraw('file', '3.0');
  await world.records.updateTable('withdrawn_versions').set({ version: '3\u202e0' }).execute();
  await restore('file', '3\u202e0');
});

const restore = (type: string, version: string) =>
  ada.ask(restoreVersion, { params: { ...mine, package_id: ids[type]! }, body: { version } });

async function counted(): Promise<number> {
  await world.edge.idle();
  let rows = await ada.ask(aggregationsApi.exportEntityAggregations, { params: mine });
  return rows.reduce((sum, { total }) => sum + total, 0);
}

/** Requests for withdrawn versions of a package, by version. */
async function refused(type: string): Promise<Record<string, number>> {
  await world.edge.idle();
  let query = { package_id: [ids[type]!], tracking_pixel_id: ['all'], refused: 'true', breakdown_set: 'by-version' };
  let rows = await ada.ask(aggregationsApi.exportEntityAggregations, { params: mine, query: query as never });
  return Object.fromEntries(rows.map(({ version, total, artifact_type }) => [`${artifact_type} ${version}`, total]));
}

const said = 'Version 2.0.0 was withdrawn by its maintainers. Use 2.0.1, see advisory 7.';
const files = 'ada.gateway.localhost';

describe('a withdrawn version', () => {
  it('is refused with its message, does not count, and is served again when restored', async () => {
    expect((await ask(files, '/tool/2.0.0')).status).toBe(307);
    let before = await counted();
    expect(await withdraw('file', '2.0.0')).toMatchObject({
      version: '2.0.0',
      message: 'Use 2.0.1, see advisory 7.',
      redirect_to: null,
      created_by: 'ada',
    });
    for (let given of [{}, { method: 'HEAD' }, { range: 'bytes=100-' }, { 'if-none-match': '"a"' }]) {
      let answer = await ask(files, '/tool/2.0.0', given as Record<string, string>);
      expect(answer.status).toBe(403);
      if (!('method' in given)) expect(String(answer.body)).toBe(`${said}\n`);
    }
    expect(await counted()).toBe(before);
    expect(await refused('file')).toEqual({ 'package 2.0.0': 1 });
    expect((await ask(files, '/tool/2.0.1')).status).toBe(307);
    expect(await counted()).toBe(before + 1);
    await restore('file', '2.0.0');
    expect((await ask(files, '/tool/2.0.0', { 'user-agent': 'curl/8.0' })).status).toBe(307);
    let refusal = await ada.refusal(restoreVersion, {
      params: { ...mine, package_id: ids.file! },
      body: { version: '2.0.0' },
    });
    expect(refusal).toMatchObject({ status: 404, code: 'version-not-withdrawn' });
  });

  it('of a file package leads to another version, if that is served', async () => {
    await withdraw('file', '2.0.0', { redirect_to: '2.0.1' });
    let before = await counted();
    let answer = await ask(files, '/tool/2.0.0', { 'user-agent': 'wget/1' });
    expect([answer.status, answer.headers.location]).toEqual([307, 'https://files.example/tool-2.0.1.zip']);
    expect(await counted()).toBe(before + 1);
    expect(await refused('file')).toEqual({ 'package 2.0.0': 2 });
    await withdraw('file', '2.0.1', { redirect_to: '2.0.0' });
    expect((await ask(files, '/tool/2.0.0')).status).toBe(403);
    await Promise.all([restore('file', '2.0.0'), restore('file', '2.0.1')]);
  });

  it('is refused at a path with slashes too many', async () => {
    await withdraw('npm', '2.0.0');
    for (let path of ['//engine/-/engine-2.0.0.tgz', '/./engine//-/engine-2.0.0.tgz'])
      expect((await ask('ada.npm.localhost', path)).status).toBe(403);
    await restore('npm', '2.0.0');
  });

  it('can be all of a major number, but for images', async () => {
    await withdraw('file', '3.x', { redirect_to: '4.0.0' });
    let location = async (version: string) => (await ask(files, `/tool/${version}`)).headers.location;
    expect(await location('3.1.0')).toBe('https://files.example/tool-4.0.0.zip');
    expect(await location('v3.2.0-rc1')).toBe('https://files.example/tool-4.0.0.zip');
    expect(await location('30.1.0')).toBe('https://files.example/tool-30.1.0.zip');
    await withdraw('file', '3.2.0');
    expect(String((await ask(files, '/tool/3.2.0')).body)).toContain('Version 3.2.0 was withdrawn');
    await Promise.all([restore('file', '3.x'), restore('file', '3.2.0')]);
    expect(await location('3.1.0')).toBe('https://files.example/tool-3.1.0.zip');
    let params = { ...mine, package_id: ids.file! };
    let body = { version: '3.x', message: 'Old', redirect_to: '3.9.0' };
    expect((await ada.refusal(withdrawVersion, { params, body })).code).toBe('redirect-leads-to-itself');

    await withdraw('docker', '3.x');
    let image = await ask('ada.docker.localhost', '/v2/ada/engine/manifests/3.1', { 'user-agent': 'docker/27.3.1' });
    expect(image.status).toBe(307);
    await restore('docker', '3.x');
  });

  it('is refused where replacing it would make a long path', async () => {
    await withdraw('file', '1', { redirect_to: '2'.repeat(limits.versionMax) });
    let answer = await ask(files, `/${'1'.repeat(limits.requestTargetMax - 10)}/1`);
    expect(answer.status).toBe(403);
    await restore('file', '1');
  });

  it('of an image is refused by tag and digest, and when its digest is looked up', async () => {
    let digest = `sha256:${'a'.repeat(64)}`;
    await withdraw('docker', '2.0.0');
    await withdraw('docker', digest);
    let headers = { 'user-agent': 'docker/27.3.1' };
    for (let reference of ['2.0.0', digest]) {
      let answer = await ask('ada.docker.localhost', `/v2/ada/engine/manifests/${reference}`, headers);
      expect(answer.status).toBe(403);
      let [error] = (JSON.parse(String(answer.body)) as { errors: { code: string; message: string }[] }).errors;
      expect(error?.code).toBe('DENIED');
      expect(error?.message).toContain('Use 2.0.1');
    }
    let path = '/v2/ada/engine/manifests/2.0.0';
    expect((await ask('ada.docker.localhost', path, { method: 'HEAD', ...headers })).status).toBe(403);
    // The digest is part of the same pull.
    expect(await refused('docker')).toEqual({ 'package 2.0.0': 1 });
    expect((await ask('ada.docker.localhost', path, { method: 'HEAD', 'user-agent': 'containerd/2.0' })).status).toBe(
      403,
    );
    expect(await refused('docker')).toMatchObject({ 'package 2.0.0': 2 });
    expect((await ask('ada.docker.localhost', '/v2/ada/engine/manifests/1', headers)).status).toBe(307);
  });

  it('of an npm package and a Go module is refused in words that their clients show', async () => {
    await withdraw('npm', '2.0.0');
    let npm = await ask('ada.npm.localhost', '/engine/-/engine-2.0.0.tgz');
    expect([npm.status, JSON.parse(String(npm.body))]).toEqual([403, { error: said }]);
    await withdraw('go', 'v2.0.0');
    let go = await ask('ada.go.localhost', '/example.com/ada/engine/@v/v2.0.0.zip');
    expect([go.status, String(go.body)]).toEqual([403, `${said.replace('2.0.0', 'v2.0.0')}\n`]);
    expect((await ask('ada.go.localhost', '/example.com/ada/engine/@v/v2.0.1.zip')).status).toBe(307);
  });

  it('is listed, can be changed, and is in the audit log', async () => {
    await withdraw('file', '3.0', { message: 'First' });
    await withdraw('file', '3.0', { message: 'Second' });
    let { results } = await ada.ask(getWithdrawnVersions, { params: { ...mine, package_id: ids.file! } });
    expect(results.map(({ version, message }) => [version, message])).toEqual([['3.0', 'Second']]);
    await restore('file', '3.0');
    let log = await ada.ask(auditApi.getAuditEvents, {
      params: mine,
      query: { action: ['version-withdrawn', 'version-restored'] },
    });
    expect(log.results.slice(0, 2).map(({ action, target }) => [action, target])).toEqual([
      ['version-restored', 'tool 3.0'],
      ['version-withdrawn', 'tool 3.0'],
    ]);
  });

  it('is not stored without a message, a version, or a version that can replace it', async () => {
    let refused = async (type: string, body: object) =>
      (
        await ada.refusal(withdrawVersion, {
          params: { ...mine, package_id: ids[type]! },
          body: { version: '1', message: 'No', ...body },
        })
      ).code;
    expect(await refused('file', { message: '\n' })).toBe('field-is-required');
    expect(await refused('file', { message: 'x'.repeat(limits.withdrawalMessageMax + 1) })).toBe('field-is-too-long');
    expect(await refused('file', { version: ' ' })).toBe('field-is-required');
    expect(await refused('file', { redirect_to: '1' })).toBe('redirect-leads-to-itself');
    expect(await refused('npm', { redirect_to: '2' })).toBe('redirect-needs-a-file-package');
  });

  it('is gone with its package', async () => {
    await withdraw('file', '9');
    await ada.ask(packagesApi.deletePackage, { params: { ...mine, package_id: ids.file! } });
    expect(
      await world.records.selectFrom('withdrawn_versions').select('version').where('version', '=', '9').execute(),
    ).toEqual([]);
  });
});

whoMay(Object.values(withdrawnVersionsApi));
