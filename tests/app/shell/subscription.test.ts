/**
 * When pages load subscriptions: those of the person and at most five organizations, and for the
 * badge at most every ten minutes.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { loader as allSubscriptions } from 'app/routes/_app.subscriptions';
import { sessionCookie } from 'app/session/session-cookie.server';
import { subscriptionRefreshMs } from 'app/locale/delays';
import { organizationsApi } from 'contract/organizations/organizations';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createWorld, type World } from '../../support/world';

const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((name) => `ada-${name}`);

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await createWorld();
  let ada = await world.as('ada');
  for (let name of names)
    await ada.ask(organizationsApi.createOrganization, { body: { name, billing_email: 'ada@example.com' } });
  let session = { v: 2, token: ada.token ?? '', username: 'ada', context_v1: { tag: 'user', context: 'ada' } } as const;
  cookie = sessionCookie(session).split(';')[0] ?? '';
});
afterAll(() => world.close());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** A request of ada, and the paths of its billing calls. */
function visit(gateway: World['gateway']['api'] = world.gateway.api, search = '') {
  let asked: string[] = [];
  let watched: World['gateway']['api'] = (request, from) => {
    let { pathname } = new URL(request.url);
    if (pathname.startsWith('/internal/billing/')) asked.push(pathname);
    return gateway(request, from);
  };
  let request = new Request(`http://dashboard.test/subscriptions${search}`, { headers: { cookie } });
  let args: LoaderFunctionArgs = { request, params: {}, context: { gateway: watched } };
  return { asked, args };
}

// @spec 7: The first 5 organizations are checked for a subscription
// @spec 9: Membership list requested with the maximum page size; at most five organizations checked
test('the overview loads those of the person and the first five organizations only', async () => {
  let { asked, args } = visit();
  let { states } = await allSubscriptions(args);
  expect(states).toHaveLength(6);
  expect(states[0]?.owner).toBe('ada');
  expect(names).toEqual(expect.arrayContaining(states.slice(1).map(({ owner }) => owner)));
  expect(asked.sort()).toEqual(states.map(({ owner }) => `/internal/billing/${owner}/subscription-info`).sort());
});

test('further pages of the overview have all other organizations, five at a time', async () => {
  let shown: string[] = [];
  for (let page = 1; page <= Math.ceil(names.length / 5); page++) {
    let { states, ...place } = await allSubscriptions(visit(undefined, `?page=${page}`).args);
    expect(place).toMatchObject({ page, pages: Math.ceil(names.length / 5), total: names.length });
    expect(states.length).toBeLessThanOrEqual(6);
    shown.push(...states.slice(1).map(({ owner }) => owner));
  }
  expect(shown.sort()).toEqual([...names].sort());
  expect((await allSubscriptions(visit(undefined, '?page=999').args)).page).toBe(Math.ceil(names.length / 5));
});

describe('the trial badge', () => {
  /** The module of the badge with its flag on. */
  async function fresh() {
    vi.stubEnv('FEATURE_FLAGS', 'suppressShowTrialBadge=false');
    vi.resetModules();
    let [{ trialDays, invalidateSubscription: forgetSubscription }, { requireSession }, { loadNotices }] =
      await Promise.all([
        import('app/shell/subscription.server'),
        import('app/session/guards.server'),
        import('app/shell/notices.server'),
      ]);
    return { trialDays, forgetSubscription, requireSession, loadNotices };
  }

  // @spec 9: Subscription refresh 600,000 ms
  test('is loaded at most every ten minutes, and immediately after a change', async () => {
    let { trialDays, forgetSubscription, requireSession } = await fresh();
    let { asked, args } = visit();
    let signedIn = await requireSession(args);
    expect(await trialDays(signedIn, 'ada-one')).toBeNull();
    expect(await trialDays(signedIn, 'ada-one')).toBeNull();
    expect(asked).toHaveLength(1);
    forgetSubscription('ada-one');
    await trialDays(signedIn, 'ada-one');
    expect(asked).toHaveLength(2);
    await trialDays(signedIn, 'ada-two');
    expect(asked).toHaveLength(3);
    expect(subscriptionRefreshMs).toBe(600_000);
  });

  test('holds up one page for a second, and is there once the gateway has answered', async () => {
    let { requireSession, loadNotices, trialDays } = await fresh();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let answer: (response: Response) => void = () => {};
    let signals: AbortSignal[] = [];
    let slow: World['gateway']['api'] = async (request) => {
      if (!request.url.endsWith('/subscription-info')) return Response.json({ codes: [] });
      signals.push(request.signal);
      return new Promise((resolve) => (answer = resolve));
    };
    /** The badge of a page that ends as soon as it has its notices, and how long it waited. */
    let badge = async (afterMs: number) => {
      let { args } = visit(slow);
      let ending = new AbortController();
      let signedIn = await requireSession({ ...args, context: { ...args.context, clientGone: ending.signal } });
      let loading = loadNotices(signedIn, { email_verification_status: 'verified' } as never, 'ada');
      let isDone = false;
      void loading.then(() => (isDone = true));
      await vi.advanceTimersByTimeAsync(afterMs - 1);
      expect(isDone).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      ending.abort();
      return (await loading).trialDays;
    };
    expect(await badge(1_000)).toBeUndefined();
    let { args } = visit(slow);
    let signedIn = await requireSession(args);
    let soon = trialDays(signedIn, 'ada', 1_000);
    await vi.advanceTimersByTimeAsync(1);
    expect(await soon).toBeUndefined();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    answer(Response.json({ status: 'trialing', trial_info: { days_remaining: 5 } }));
    await vi.advanceTimersByTimeAsync(0);
    expect(await trialDays(signedIn, 'ada', 1_000)).toBe(5);
    expect(signals).toHaveLength(1);
  });

  test('uses the data loaded by the overview, and the overview is never outdated', async () => {
    let { trialDays, requireSession } = await fresh();
    let { loader } = await import('app/routes/_app.subscriptions');
    let { asked, args } = visit();
    let { states } = await loader(args);
    await trialDays(await requireSession(args), states[1]?.owner ?? '');
    expect(asked).toHaveLength(6);
    await loader(args);
    expect(asked).toHaveLength(12);
  });

  // @spec 7: GET subscription-info: refreshed every 10 minutes, 404 silent
  test.each([
    [404, 'silent and kept', 1],
    [403, 'silent and asked again', 2],
    [503, 'silent and asked again', 2],
  ])('an answer of %i is %s', async (status, _, times) => {
    let { trialDays, requireSession } = await fresh();
    let refusing = async () => Response.json({ code: 'subscription-not-found', message: 'x' }, { status });
    let { asked, args } = visit(refusing);
    let signedIn = await requireSession(args);
    expect(await trialDays(signedIn, 'ada')).toBeNull();
    expect(await trialDays(signedIn, 'ada')).toBeNull();
    expect(asked).toHaveLength(times);
  });
});
