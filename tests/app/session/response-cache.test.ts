/** Whole answers are sent again only while nothing that they rest on has changed. */
import type { AppLoadContext } from '@remix-run/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { gatewayClient } from 'app/gateway/gateway-client.server';
import { cachedResponse, cacheResponse, markCacheable } from 'app/session/response-cache.server';
import { cachePage } from 'app/http/page-cache.server';
import { withOneLastEvent } from 'app/gateway/last-event.server';
import { sessionCookie } from 'app/session/session-cookie.server';
import { filtersApi } from 'contract/analytics/filters';
import { lastEventApi } from 'contract/analytics/last-event';
import type { Package } from 'contract/packages/packages';
import { dayMs, minuteMs } from 'contract/floor/time';
import { tokensApi } from 'contract/accounts/tokens';
import { readStoresVersion } from '../../../server/open-events';
import { createInsightsWorld, owner } from '../../support/insights-world';
import { madeEvent } from '../../support/made-event';
import { serverUrl } from '../../support/records-place';
import type { Caller, World } from '../../support/world';

const html = '<p>a report</p>';
const page = 'key of a page';
const noon = Date.parse('2026-03-20T12:00:00Z');

let world: World;
let tool: Package;
let person: Caller;
let cookie: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  ({ world, tool } = await createInsightsWorld());
  for (let nonce of ['first', 'second']) await cachePage(page, nonce, Buffer.from(html));
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

interface Visit {
  path?: string;
  method?: string;
  cookies?: string;
  headers?: Record<string, string>;
  isStored?: boolean;
}

/**
 * Gives the text of an answer that was kept; a page that was not is made and kept where it may be.
 */
async function visit({ path = '/a', method = 'GET', cookies = cookie, headers = {}, isStored = true }: Visit = {}) {
  let request = new Request(`http://dashboard.test${path}`, { method, headers: { cookie: cookies } });
  let { records, events, folder } = world;
  let storesVersion = readStoresVersion({}, { records, place: { folder }, events });
  let context: AppLoadContext = { gateway: world.gateway.api, storesVersion };
  let kept = await cachedResponse(request, context);
  // The use of a session is written down after its answer.
  await world.gateway.idle();
  if (kept) return kept.text();
  if (method !== 'GET') return undefined;
  if (isStored) markCacheable(context);
  cacheResponse(request, context, { page, headers: new Headers(headers), pattern: '/a' });
  return undefined;
}

test('a rendered page has the last event and time of its request', async () => {
  let { token } = await world.as('grace');
  let session = { v: 2, token: token!, username: 'grace', context_v1: { tag: 'user', context: 'grace' } } as const;
  let request = new Request('http://dashboard.test/told', {
    headers: { cookie: sessionCookie(session).split(';')[0]! },
  });
  cacheResponse(request, { isCacheable: true }, { page: undefined, headers: new Headers(), pattern: '/told' });
  let context: AppLoadContext = {
    gateway: world.gateway.api,
    ask: world.gateway.ask,
    storesVersion: async () => 'now',
  };
  expect(await cachedResponse(request, context)).toBeUndefined();
  let call = gatewayClient(context, token);
  let ofPage = withOneLastEvent(call, owner, context);
  let first = await ofPage(lastEventApi.getLastEvent, { query: { owner } });
  await world.events.append([madeEvent({ artifactId: tool.id, ownerId: world.ids.get(owner)!, time: world.now() })]);
  expect(await ofPage(lastEventApi.getLastEvent, { query: { owner } })).toEqual(first);
  let later = gatewayClient({ ...context }, token);
  expect((await later(lastEventApi.getLastEvent, { query: { owner } })).last_event).not.toBe(first.last_event);
});

describe.skipIf(serverUrl)('an answer', () => {
  beforeEach(async () => {
    person = await world.as('grace');
    let session = {
      v: 2,
      token: person.token!,
      username: 'grace',
      context_v1: { tag: 'user', context: 'grace' },
    } as const;
    cookie = sessionCookie(session).split(';')[0]!;
    // Noted as asked for, with the first use of the session, and kept.
    for (let round = 0; round < 3; round++) await visit();
    expect(await visit()).toBe(html);
  });

  test('is not sent after an event has come', async () => {
    await world.events.append([madeEvent({ artifactId: tool.id, time: Date.now() })]);
    expect(await visit()).toBeUndefined();
    expect(await visit()).toBe(html);
  });

  test('is not sent after events were deleted', async () => {
    await world.events.append([madeEvent({ artifactId: tool.id, time: Date.now() - 900 * dayMs })]);
    await visit();
    expect(await visit()).toBe(html);
    expect(await world.events.deleteExpired({ before: Date.now() - 800 * dayMs })).toBe(1);
    expect(await visit()).toBeUndefined();
  });

  test('is not sent after something else was saved', async () => {
    await person.ask(filtersApi.createFilter, { params: { owner }, body: { request_is_bot: { value: true } } });
    expect(await visit()).toBeUndefined();
    expect(await visit()).toBe(html);
  });

  test('is not sent to a session that has ended, nor kept for it', async () => {
    let other = await world.as('grace');
    await other.ask(tokensApi.deleteOtherSessions, { params: { username: 'grace' } });
    expect(await visit()).toBeUndefined();
    expect(await visit()).toBeUndefined();
  });

  test('is not sent in another minute', async () => {
    vi.setSystemTime(Date.now() + minuteMs);
    expect(await visit()).toBeUndefined();
    // The use of the session is written down once a minute.
    await visit();
    expect(await visit()).toBe(html);
  });

  test('is sent to no other cookies, address or method', async () => {
    expect(await visit({ cookies: `${cookie}; theme=dark` })).toBeUndefined();
    expect(await visit({ path: '/b' })).toBeUndefined();
    expect(await visit({ method: 'HEAD' })).toBeUndefined();
    expect(await visit()).toBe(html);
  });

  test.each([
    ['that sets a cookie', { path: '/c', headers: { 'set-cookie': 'toast=' } }],
    ['with a tag of its own', { path: '/d', headers: { etag: '"1"' } }],
    ['that shows more than what is stored', { path: '/e', isStored: false }],
  ])('%s is not kept', async (_, asked) => {
    for (let round = 0; round < 4; round++) expect(await visit(asked)).toBeUndefined();
  });
});

test('stores on servers have no version that one process knows', async () => {
  let { records, events, folder } = world;
  let versions = [
    readStoresVersion({ EVENTS_URL: 'http://events.example' }, { records, place: { folder }, events }),
    readStoresVersion({}, { records, place: { databaseUrl: 'postgres://records.example' }, events }),
  ];
  for (let version of versions) expect(await version()).toBeUndefined();
});
