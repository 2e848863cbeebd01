/** Whether targets of packages with fallbacks work: their states, and the alert about them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alertsApi } from 'contract/alerts/alerts';
import { destinationsApi } from 'contract/alerts/destinations';
import { fallbackTargetsApi } from 'contract/packages/fallback-targets';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, hourMs } from 'contract/floor/time';
import { startFileServer, type FileServer } from 'tests/support/file-server';
import { startWebhookReceiver, type WebhookReceiver } from 'tests/support/webhook-receiver';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { owner: 'ada' };

let world: World;
let ada: Caller;
let first: FileServer;
let second: FileServer;
let receiver: WebhookReceiver;

beforeEach(async () => {
  [first, second, receiver] = await Promise.all([startFileServer(), startFileServer(), startWebhookReceiver()]);
  world = await createWorld({ edgePrivateTargets: ['127.0.0.1', 'localhost'], webhookPrivateTargets: ['127.0.0.1'] });
  // Tests begin at noon, so that none of them crosses midnight.
  world.later(dayMs - (world.now() % dayMs) + dayMs / 2);
  ada = await world.as('ada');
});
afterEach(async () => {
  await world.close();
  await Promise.all([first.close(), second.close(), receiver.close()]);
});

async function moduleWith(targets: string[], name = 'example.com/mill'): Promise<string> {
  let body = { type: 'go' as const, name, repository_url: first.url };
  let { id } = await ada.ask(packagesApi.createPackage, { params: mine, body });
  await ada.ask(fallbackTargetsApi.setFallbackTargets, { params: { ...mine, package_id: id }, body: { targets } });
  return id;
}

const respond = (server: FileServer, code: number) =>
  (server.behaviour = (_, response) => void response.writeHead(code).end());

async function statesOf(package_id: string) {
  let { states } = await ada.ask(fallbackTargetsApi.getFallbackTargets, { params: { ...mine, package_id } });
  return Object.fromEntries(states.map(({ target, state, since }) => [target, { state, since: Date.parse(since) }]));
}

describe('the state of a target', () => {
  it('is known once it was asked, and says since when', async () => {
    let id = await moduleWith([second.url]);
    respond(first, 503);
    respond(second, 429);
    await world.gateway.targetChecks.run();
    let before = await statesOf(id);
    expect(before).toMatchObject({ [first.url]: { state: 'away' }, [second.url]: { state: 'rate-limit' } });
    world.later(hourMs);
    respond(second, 404);
    await world.gateway.targetChecks.run();
    let after = await statesOf(id);
    expect(after[first.url]).toEqual(before[first.url]);
    expect(after[second.url]!.state).toBe('works');
    expect(after[second.url]!.since).toBeGreaterThanOrEqual(before[second.url]!.since + hourMs);
  });

  it('is that of the second answer where the first one fails', async () => {
    let id = await moduleWith([second.url]);
    let count = 0;
    first.behaviour = (_, response) => void response.writeHead(++count % 2 === 1 ? 500 : 200).end();
    await world.gateway.targetChecks.run();
    expect((await statesOf(id))[first.url]!.state).toBe('works');
  });

  it('is asked of registries of images at their API, and of none without fallbacks', async () => {
    let host = `localhost:${new URL(first.url).port}`;
    let body = { type: 'docker' as const, name: 'ada/mill', backend_registry: host };
    let { id } = await ada.ask(packagesApi.createPackage, { params: mine, body });
    await world.gateway.targetChecks.run();
    expect(first.requests).toEqual([]);
    let params = { ...mine, package_id: id };
    await ada.ask(fallbackTargetsApi.setFallbackTargets, { params, body: { targets: [new URL(second.url).host] } });
    respond(first, 401);
    await world.gateway.targetChecks.run();
    expect(new Set(first.requests)).toEqual(new Set(['HEAD /v2/']));
    expect((await statesOf(id))[host]!.state).toBe('works');
  });

  it('is asked of a few addresses of an owner at one host at once, those in turn that wait longest', async () => {
    let targets = (i: number) => [1, 2, 3].map((n) => `${second.url}${i}/${n}/`);
    for (let i = 0; i < 8; i++) await moduleWith(targets(i), `example.com/mill-${i}`);
    let asked = async () => {
      second.requests.length = 0;
      await world.gateway.targetChecks.run();
      world.later(60_000);
      return [...second.requests];
    };
    let [one, two, three] = [await asked(), await asked(), await asked()];
    expect([one.length, two.length]).toEqual([12, 12]);
    expect(new Set([...one, ...two]).size).toBe(24);
    expect(three.sort()).toEqual(one.sort());
  });

  it('is asked of other owners while many targets of one owner do not answer', async () => {
    let waiting: (() => void)[] = [];
    let isOver = false;
    first.behaviour = (_, response) => {
      let answer = () => void response.writeHead(200).end();
      if (isOver) answer();
      else waiting.push(answer);
    };
    let slow = Array.from({ length: 12 }, (_, i) => `${first.url}${i}/`);
    for (let i = 0; i < slow.length; i += 3) await moduleWith(slow.slice(i, i + 3), `example.com/mill-${i}`);
    let grace = await world.as('grace');
    let params = { owner: 'hopper-labs' };
    let body = { type: 'go' as const, name: 'example.com/clock', repository_url: second.url };
    let { id } = await grace.ask(packagesApi.createPackage, { params, body });
    let targets = [`${second.url}other/`];
    await grace.ask(fallbackTargetsApi.setFallbackTargets, {
      params: { ...params, package_id: id },
      body: { targets },
    });
    let round = world.gateway.targetChecks.run();
    await expect.poll(() => second.requests.length).toBe(2);
    expect(waiting).toHaveLength(2);
    isOver = true;
    for (let answer of waiting) answer();
    await round;
    expect(new Set(first.requests).size).toBe(12);
  });

  it('is unknown on a network that the gateway may not reach', async () => {
    let id = await moduleWith([second.url]);
    let body = { repository_url: 'http://127.0.0.2:1/' };
    await ada.ask(packagesApi.updatePackage, { params: { ...mine, package_id: id }, body });
    await world.gateway.targetChecks.run();
    expect(Object.keys(await statesOf(id))).toEqual([second.url]);
  });
});

describe('the alert', () => {
  async function look() {
    receiver.taken.length = 0;
    await world.gateway.targetChecks.run();
    await world.gateway.alerts.run();
    await world.gateway.deliveries.run();
    return receiver.taken.map(({ body }) => body);
  }

  async function createAlert() {
    let hook = { kind: 'webhook' as const, name: 'Team', url: receiver.url };
    let { id } = await ada.ask(destinationsApi.createDestination, { params: mine, body: hook });
    await ada.ask(alertsApi.createAlert, { params: mine, body: { kind: 'target-away', destination_ids: [id] } });
  }

  it('is sent when the first target is away, at most once a day, and names the fallback in use', async () => {
    await moduleWith([second.url]);
    await createAlert();
    respond(first, 200);
    respond(second, 404);
    expect(await look()).toEqual([]);
    respond(first, 500);
    let [message, ...others] = await look();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      type: 'alert.target_away',
      data: {
        title: `example.com/mill: ${first.url} is unreachable`,
        url: 'http://dashboard.test/packages/ada/go/example.com%2Fmill/fallbacks',
        targets: [{ package: 'example.com/mill', target: first.url, fallback: second.url }],
      },
    });
    let [sentence] = (message!.data as { sentences: string[] }).sentences;
    expect(sentence).toContain(`Downloads of example.com/mill go to ${second.url}.`);
    respond(first, 200);
    expect(await look()).toEqual([]);
    respond(first, 500);
    expect(await look()).toEqual([]);
    world.later(dayMs);
    respond(first, 200);
    expect(await look()).toEqual([]);
    respond(first, 500);
    expect(await look()).toHaveLength(1);
  });

  it('names all packages, and says when no fallback works', async () => {
    for (let name of ['example.com/mill', 'example.com/loom']) await moduleWith([second.url], name);
    await createAlert();
    respond(first, 500);
    respond(second, 500);
    let [message] = await look();
    expect(message!.data.title).toBe('ada: the registries or file hosts of 2 packages are unreachable');
    let { sentences } = message!.data as { sentences: string[] };
    expect(sentences[0]).toBe('Packages: example.com/mill and example.com/loom.');
    expect(sentences[1]).toContain('No fallback of example.com/mill works either.');
  });

  it('is not sent for a fallback that is away', async () => {
    await moduleWith([second.url]);
    await createAlert();
    respond(first, 200);
    respond(second, 500);
    expect(await look()).toEqual([]);
  });
});
