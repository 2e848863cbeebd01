import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { auditApi } from 'contract/admin/audit';
import { eventsApi } from 'contract/analytics/events';
import { tokensPerPersonMax } from 'gateway/people/accounts/token-lists';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { searchApi } from 'contract/packages/search';
import { tokensApi, TokenScope } from 'contract/accounts/tokens';
import { usersApi } from 'contract/accounts/users';
import { createTokenUses } from 'gateway/people/accounts/token-uses';
import { findCaller, sessionMs } from 'gateway/people/accounts/tokens';
import { serverUrl } from 'tests/support/records-place';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { createApiToken, deleteApiToken, deleteOtherSessions, deleteSession, getApiTokens, getSessions } = tokensApi;

const ofAda = { params: { username: 'ada' } };
const file = { type: 'file' as const, name: 'made-by-token', incoming_path: '/made-by-token' };

let world: World;
let ada: Caller;
let count = 0;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
});
afterAll(() => world.close());

async function tokenWith(scopes: TokenScope[], caller = ada, username = 'ada'): Promise<Caller & { id: string }> {
  let body = { name: `script ${++count}`, scopes };
  let { token, id } = await caller.ask(createApiToken, { params: { username }, body });
  return { ...world.with(token), id };
}

describe('answers', () => {
  it('returns a new token once, and stores only its hash', async () => {
    let body = { name: ' Nightly export ', scopes: ['export', 'read', 'read'] as TokenScope[] };
    let made = await ada.ask(createApiToken, { ...ofAda, body });
    expect(made).toMatchObject({ name: 'Nightly export', scopes: ['read', 'export'], last_used_at: null });
    let { token, ...listed } = made;
    expect(await ada.ask(getApiTokens, ofAda)).toContainEqual(listed);
    expect(JSON.stringify(await world.records.selectFrom('tokens').selectAll().execute())).not.toContain(token);
  });

  it('sends a mail about each new token, without the token', async () => {
    let grace = await world.as('grace');
    let body = { name: 'Deploy "now"', scopes: ['read', 'write'] as TokenScope[] };
    let { token } = await grace.ask(createApiToken, { params: { username: 'grace' }, body });
    let [letter, ...more] = await world.lettersTo('grace@example.com');
    expect([letter?.subject, more]).toEqual(['A new API token was created', []]);
    expect(letter?.text).toContain('Deploy "now"');
    expect(letter?.text).toContain('192.0.2.1');
    expect(letter?.text).not.toContain(token);
  });

  it('lists the newest first and records the last use', async () => {
    let [first, second] = [await tokenWith(['read']), await tokenWith(['read'])];
    await first.ask(packagesApi.getPackages, { params: { owner: 'ada' } });
    let listed = await ada.ask(getApiTokens, ofAda);
    expect(listed.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(listed[0]?.last_used_at).toBeNull();
    expect(listed[1]?.last_used_at).not.toBeNull();
  });

  it('revokes a token at once', async () => {
    let script = await tokenWith(['read']);
    await script.ask(packagesApi.getPackages, { params: { owner: 'ada' } });
    await ada.ask(deleteApiToken, { params: { username: 'ada', id: script.id } });
    expect((await script.refusal(packagesApi.getPackages, { params: { owner: 'ada' } })).code).toBe('session-expired');
  });

  it('lists sessions with their last address and program, the current one marked', async () => {
    let mary = await world.as('mary');
    let ofMary = { params: { username: 'mary' } };
    await mary.ask(getSessions, ofMary);
    let other = new Request('http://gateway.invalid/v2/users/mary', {
      headers: { authorization: `Bearer ${(await world.as('mary')).token}`, 'user-agent': 'Old Browser' },
    });
    expect((await world.gateway.api(other, { address: '198.51.100.7' })).status).toBe(200);
    await world.gateway.idle();
    let sessions = await mary.ask(getSessions, ofMary);
    expect(sessions).toHaveLength(2);
    expect(sessions).toContainEqual(
      expect.objectContaining({ is_current: false, address: '198.51.100.7', agent: 'Old Browser' }),
    );
    expect(sessions.filter((session) => session.is_current)).toMatchObject([{ address: '192.0.2.1' }]);
  });

  it.skipIf(serverUrl)(
    'answers reads even when the use of a token cannot be stored, and counts the failure',
    async () => {
      let [script, linus] = [await tokenWith(['read']), await world.as('linus')];
      await sql`create trigger no_uses before update on tokens begin select raise(fail, 'disk full'); end`.execute(
        world.records,
      );
      try {
        await script.ask(packagesApi.getPackages, { params: { owner: 'ada' } });
        await linus.ask(getSessions, { params: { username: 'linus' } });
      } finally {
        await sql`drop trigger no_uses`.execute(world.records);
      }
      expect(await world.gateway.metrics.metrics()).toContain('landfall_token_uses_not_noted_total 2\n');
      let [listed] = await ada.ask(getApiTokens, ofAda);
      expect(listed?.last_used_at).toBeNull();
    },
  );

  it('records one use in a minute, however many calls arrive at once', async () => {
    let script = await tokenWith(['read']);
    let uses = createTokenUses(world.records, pino({ level: 'silent' }));
    let caller = await findCaller(world.records, script.token ?? '', world.now());
    if (!caller) throw new Error('the token is not known');
    let writtenAt = (time: number, address: string) => uses.note(caller, { address, agent: '', time });
    writtenAt(world.now(), '192.0.2.10');
    writtenAt(world.now() + 59_000, '192.0.2.11');
    await uses.idle();
    let addressOf = async () =>
      (await world.records.selectFrom('tokens').select('address').where('id', '=', script.id).executeTakeFirst())
        ?.address;
    expect(await addressOf()).toBe('192.0.2.10');
    writtenAt(world.now() + 61_000, '192.0.2.12');
    await uses.idle();
    expect(await addressOf()).toBe('192.0.2.12');
  });

  it('ends one session, or all others', async () => {
    let [mine, second, third] = [await world.as('linus'), await world.as('linus'), await world.as('linus')];
    let params = { username: 'linus' };
    let [last] = (await second.ask(getSessions, { params })).filter((session) => session.is_current);
    await mine.ask(deleteSession, { params: { ...params, id: last?.id ?? '' } });
    expect((await second.refusal(getSessions, { params })).code).toBe('session-expired');
    await third.ask(getSessions, { params });
    let script = await tokenWith(['read'], mine, 'linus');
    await mine.ask(deleteOtherSessions, { params });
    expect((await third.refusal(getSessions, { params })).code).toBe('session-expired');
    expect(await mine.ask(getSessions, { params })).toMatchObject([{ is_current: true }]);
    await script.ask(packagesApi.getPackages, { params: { owner: 'linus' } });
  });

  it('does not list sessions that have ended', async () => {
    let root = await world.as('root');
    await root.ask(getSessions, { params: { username: 'root' } });
    world.later(sessionMs + dayMs);
    let again = await world.as('root');
    expect(await again.ask(getSessions, { params: { username: 'root' } })).toHaveLength(1);
    ada = await world.as('ada');
  });
});

describe('a token may do what its scopes allow', () => {
  const read = [
    ['packages', (caller: Caller) => caller.call(packagesApi.getPackages, { params: { owner: 'ada' } })],
    ['memberships', (caller: Caller) => caller.call(usersApi.getUserOrganizations, ofAda)],
    ['a search', (caller: Caller) => caller.call(searchApi.search, { body: { query: 'x' } })],
    ['the audit log', (caller: Caller) => caller.call(auditApi.getAuditEvents, { params: { owner: 'ada' } })],
  ] as const;
  const write = [
    [
      'a new package',
      (caller: Caller) =>
        caller.call(packagesApi.createPackage, {
          params: { owner: 'ada' },
          body: { ...file, name: `p-${++count}`, incoming_path: `/p-${count}` },
        }),
    ],
    [
      'a new organization',
      (caller: Caller) =>
        caller.call(organizationsApi.createOrganization, {
          body: { name: `by-token-${++count}`, billing_email: 'a@example.com' },
        }),
    ],
  ] as const;
  const exporting = [
    ['raw events', (caller: Caller) => caller.call(eventsApi.exportEntityPackageEvents, { params: { owner: 'ada' } })],
  ] as const;
  const needs: [TokenScope, typeof read | typeof write | typeof exporting][] = [
    ['read', read],
    ['write', write],
    ['export', exporting],
  ];

  it.each(needs)('%s', async (scope, calls) => {
    let rest = TokenScope.options.filter((other) => other !== scope);
    let [allowed, refused] = [await tokenWith([scope]), await tokenWith(rest)];
    for (let [what, call] of calls) {
      expect((await call(allowed)).status, what).toBeLessThan(300);
      let { status, body, headers } = await call(refused);
      expect([status, body], what).toEqual([
        403,
        {
          code: 'token-scope-not-granted',
          message: `This API token does not have the required permission. It needs the scope “${scope}”.`,
          scope,
        },
      ]);
      expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
    }
  });

  it('and nothing that requires a session: calls below /internal, and actions of owners only', async () => {
    let all = await tokenWith([...TokenScope.options]);
    for (let route of [usersApi.getUser, getApiTokens, getSessions])
      expect((await all.refusal(route, ofAda)).code).toBe('token-scope-not-granted');
    expect((await all.refusal(usersApi.getFeatures, { params: { owner: 'ada' } })).code).toBe(
      'token-scope-not-granted',
    );
    expect((await all.refusal(usersApi.logout)).code).toBe('token-scope-not-granted');
    let grace = await world.as('grace');
    let hers = await tokenWith([...TokenScope.options], grace, 'grace');
    let name = { params: { name: 'hopper-labs' } };
    await hers.ask(organizationsApi.getOrganization, name);
    expect((await hers.refusal(organizationsApi.deleteOrganization, name)).code).toBe('token-scope-not-granted');
  });

  it('and never more than its person may', async () => {
    let all = await tokenWith([...TokenScope.options]);
    expect((await all.refusal(packagesApi.getPackages, { params: { owner: 'hopper-labs' } })).code).toBe(
      'permission-not-granted',
    );
  });

  it('and has no rights of a platform admin', async () => {
    let root = await world.as('root');
    await root.ask(packagesApi.getPackages, { params: { owner: 'ada' } });
    let script = await tokenWith(['read', 'write'], root, 'root');
    expect((await script.refusal(packagesApi.getPackages, { params: { owner: 'ada' } })).code).toBe(
      'permission-not-granted',
    );
    let gone = { params: { owner: 'ada', package_id: 'any' } };
    expect((await script.refusal(packagesApi.deletePackage, gone)).code).toBe('permission-not-granted');
  });
});

describe('the audit log', () => {
  it('has the first use of each day once, even with many calls at once', async () => {
    let script = await tokenWith(['read']);
    let uses = async () => {
      let query = { action: ['token-used' as const], per_page: 'max' as const };
      let { results } = await ada.ask(auditApi.getAuditEvents, { params: { owner: 'ada' }, query });
      return results.filter((event) => event.target === `script ${count}`).length;
    };
    let use = () =>
      Promise.all([1, 2, 3, 4, 5].map(() => script.ask(packagesApi.getPackages, { params: { owner: 'ada' } })));
    await use();
    expect(await uses()).toBe(1);
    world.later(dayMs);
    await use();
    await use();
    expect(await uses()).toBe(2);
  });
});

describe('refuses', () => {
  it.each([
    [{ scopes: ['read'] }, 'token-name-is-required', 'name'],
    [{ name: 'x'.repeat(61), scopes: ['read'] }, 'field-is-too-long', 'name'],
    [{ name: 'x' }, 'token-scope-is-required', 'scopes'],
    [{ name: 'x', scopes: [] }, 'token-scope-is-required', 'scopes'],
    [{ name: 'x', scopes: ['everything'] }, 'request-not-valid', 'scopes'],
    [{ name: 'x', scopes: ['read'], expires_in_days: 0 }, 'days-are-invalid', 'expires_in_days'],
    [{ name: 'x', scopes: ['read'], expires_in_days: 367 }, 'days-are-invalid', 'expires_in_days'],
    [{ name: 'x', scopes: ['read'], owner: 'hopper-labs' }, 'owner-not-found', 'owner'],
    [{ name: 'x', scopes: ['read'], owner: 'nobody' }, 'owner-not-found', 'owner'],
  ])('a token of %o', async (body, code, field) => {
    expect(await ada.refusal(createApiToken, { ...ofAda, body: body as never })).toMatchObject({ code, field });
  });

  it('a second token with the same name, also at the same moment', async () => {
    let body = { name: 'Twice', scopes: ['read' as const] };
    let answers = await Promise.all([1, 2, 3].map(() => ada.call(createApiToken, { ...ofAda, body })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
    expect(await ada.refusal(createApiToken, { ...ofAda, body: { ...body, name: 'tWICE' } })).toMatchObject({
      code: 'token-name-already-in-use',
      field: 'name',
    });
  });

  it('more tokens than the limit', async () => {
    let mary = await world.as('mary');
    for (let made = 0; made < tokensPerPersonMax; made++) await tokenWith(['read'], mary, 'mary');
    let body = { name: 'one more', scopes: ['read' as const] };
    expect((await mary.refusal(createApiToken, { params: { username: 'mary' }, body })).code).toBe('too-many-tokens');
  });

  it('the end of tokens of other people, or of the other kind', async () => {
    let [session] = await ada.ask(getSessions, ofAda);
    let script = await tokenWith(['read']);
    let grace = await world.as('grace');
    let asGrace = (id = '') => ({ params: { username: 'grace', id } });
    expect((await grace.refusal(deleteApiToken, asGrace(script.id))).code).toBe('token-not-found');
    expect((await grace.refusal(deleteSession, asGrace(session?.id))).code).toBe('session-not-found');
    let own = (id = '') => ({ params: { username: 'ada', id } });
    expect((await ada.refusal(deleteApiToken, own(session?.id))).code).toBe('token-not-found');
    expect((await ada.refusal(deleteSession, own(script.id))).code).toBe('session-not-found');
  });
});

whoMay(Object.values(tokensApi));
