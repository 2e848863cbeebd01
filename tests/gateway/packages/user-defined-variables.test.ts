/** Variables that say page, platform and version: who chooses them, and what events have then. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Event } from 'contract/event-fields';
import * as limits from 'contract/floor/limits';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { dayMs } from 'contract/floor/time';
import { userDefinedVariablesApi } from 'contract/analytics/user-defined-variables';
import { answerOf } from 'tests/support/http-answer';
import { createWorld, type Caller, type World } from 'tests/support/world';

const ofAda = { params: { owner: 'ada' } };
const defaults = { $page: null, $platform: null, $version: null };

let world: World;
let ada: Caller;
let server: http.Server;
const artifacts = new Map<Event['artifactType'], string>();
beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{release}' };
  artifacts.set('package', (await ada.ask(packagesApi.createPackage, { ...ofAda, body })).id);
  artifacts.set(
    'tracking-pixel',
    (await ada.ask(pixelsApi.createTrackingPixel, { ...ofAda, body: { name: 'docs' } })).id,
  );
  server = http.createServer((req, res) => world.edge.handle(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await world.close();
});

/** The event of one request, which no request before has answered at this path. */
async function eventOf(artifactType: Event['artifactType'], host: string, path: string): Promise<Event> {
  let { port } = server.address() as AddressInfo;
  let options = { host: '127.0.0.1', port, path, headers: { host, 'user-agent': 'curl/8.4.0' }, agent: false };
  expect((await answerOf(http.request, options)).status).toBe(200);
  await world.edge.idle();
  await vi.waitUntil(() => world.edge.recorder.metrics().waiting === 0);
  let query = { artifactType, artifactIds: [artifacts.get(artifactType)!], from: 0, until: Date.now() + dayMs };
  let found: Event[] = [];
  for await (let batch of world.events.export(query)) found.push(...batch);
  return found.reduce((newest, event) => (event.id > newest.id ? event : newest));
}

const download = (path: string) => eventOf('package', 'ada.gateway.localhost', path);
const view = (query: string) =>
  eventOf('tracking-pixel', 'static.localhost', `/a.png?x-pxid=${artifacts.get('tracking-pixel')}&${query}`);

describe('the variables of an owner', () => {
  it('have the default names until others are chosen', async () => {
    expect(await ada.ask(userDefinedVariablesApi.getUserDefinedVariables, ofAda)).toEqual(defaults);
    expect(await download('/tool/1?version=2&platform=darwin&page=https://docs.example.com/a')).toMatchObject({
      version: '2',
      platform: 'macos',
      referer: 'https://docs.example.com/a',
    });
  });

  it('say version, platform and page of a download by the chosen names', async () => {
    let body = { $page: 'from', $platform: 'os', $version: 'release' };
    expect(await ada.ask(userDefinedVariablesApi.setUserDefinedVariables, { ...ofAda, body })).toEqual(body);
    expect(await ada.ask(userDefinedVariablesApi.getUserDefinedVariables, ofAda)).toEqual(body);
    let path = '/tool/3.1?os=win32&from=https://docs.example.com/b&version=9&platform=darwin';
    expect(await download(path)).toMatchObject({
      version: '3.1',
      platform: 'windows',
      referer: 'https://docs.example.com/b',
      variables: { release: '3.1', os: 'win32', version: '9', platform: 'darwin' },
    });
  });

  it('say them of a view of a pixel, too', async () => {
    let event = await view('from=https://docs.example.com/c&release=4&os=linux');
    expect(event).toMatchObject({ version: '4', platform: 'linux', referer: 'https://docs.example.com/c' });
    expect(event.variables).toEqual({ release: '4', os: 'linux' });
  });

  it('leave empty what no variable says', async () => {
    expect(await download('/tool/5')).toMatchObject({ version: '5', platform: '', referer: '' });
    expect(await view('version=6')).toMatchObject({ version: '', variables: { version: '6' } });
  });

  it('have the default names again where a name is taken back', async () => {
    await ada.ask(userDefinedVariablesApi.setUserDefinedVariables, {
      ...ofAda,
      body: { ...defaults, $platform: 'os' },
    });
    expect(await download('/tool/7?version=8&platform=darwin&os=linux')).toMatchObject({
      version: '8',
      platform: 'linux',
    });
    await ada.ask(userDefinedVariablesApi.setUserDefinedVariables, { ...ofAda, body: defaults });
    expect(await ada.ask(userDefinedVariablesApi.getUserDefinedVariables, ofAda)).toEqual(defaults);
  });

  it.each([
    ['a name with a space', { $page: 'with space' }, 'variable-name-is-invalid'],
    ['an empty name', { $page: '' }, 'variable-name-is-invalid'],
    ['a name that no variable can have', { $version: 'x'.repeat(limits.variableNameMax + 1) }, 'field-is-too-long'],
  ])('cannot have %s', async (_, body, code) => {
    let refusal = await ada.refusal(userDefinedVariablesApi.setUserDefinedVariables, {
      ...ofAda,
      body: { ...defaults, ...body },
    });
    expect(refusal).toMatchObject({ status: 422, code, field: Object.keys(body)[0] });
    expect(await ada.ask(userDefinedVariablesApi.getUserDefinedVariables, ofAda)).toEqual(defaults);
  });

  it('say nothing else of an event', async () => {
    let body = { ...defaults, $country: 'land' };
    expect((await ada.refusal(userDefinedVariablesApi.setUserDefinedVariables, { ...ofAda, body })).status).toBe(422);
  });

  it('are for members to read and for admins and owners to choose', async () => {
    let ofLabs = { params: { owner: 'hopper-labs' } };
    let grace = await world.as('grace');
    expect(await grace.ask(userDefinedVariablesApi.setUserDefinedVariables, { ...ofLabs, body: defaults })).toEqual(
      defaults,
    );
    expect((await ada.refusal(userDefinedVariablesApi.getUserDefinedVariables, ofLabs)).status).toBe(403);
    expect(
      (await ada.refusal(userDefinedVariablesApi.setUserDefinedVariables, { ...ofLabs, body: defaults })).status,
    ).toBe(403);
  });
});
