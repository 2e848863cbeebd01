import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { twoFactorApi } from 'contract/accounts/two-factor';
import { usersApi } from 'contract/accounts/users';
import { demoPassword, type SamplePerson } from 'gateway/demo/people';
import { newRecoveryCodes } from 'gateway/people/accounts/totp';
import { codeAt } from 'tests/support/authenticator';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { confirmTwoFactor, getRecoveryCodes, getTwoFactor, makeRecoveryCodes, secondStep, startTwoFactor } =
  twoFactorApi;
const { acknowledgeRecoveryCodes, stopTwoFactor } = twoFactorApi;
const stepMs = 30_000;

let world: World;
let anyone: Caller;

beforeAll(async () => {
  world = await createWorld({ attemptLimits: { perAddress: 1_000, perAccount: 1_000 } });
  anyone = world.with(undefined);
});
afterAll(() => world.close());

interface Enrolled {
  self: Caller;
  params: { username: string };
  /** Moves the clock forward by one step. Returns the code of that step. */
  fresh(): string;
  challenge(): Promise<string>;
}

async function enrol(person: SamplePerson): Promise<Enrolled> {
  let self = await world.as(person);
  let params = { username: person };
  let { secret } = await self.ask(startTwoFactor, { params });
  let fresh = () => {
    world.later(stepMs);
    return codeAt(secret, world.now());
  };
  await self.ask(confirmTwoFactor, { params, body: { code: fresh() } });
  let challenge = async () => {
    let refusal = await anyone.refusal(usersApi.login, { body: { email: person, password: demoPassword } });
    expect(refusal).toMatchObject({ status: 401, code: 'two-factor-required' });
    return refusal.challenge ?? '';
  };
  return { self, params, fresh, challenge };
}

describe('answers', () => {
  it('is switched on by the first code of the app, and required at the next sign-in', async () => {
    let self = await world.as('ada');
    let params = { username: 'ada' };
    expect((await self.ask(getTwoFactor, { params })).status).toBe('off');
    let { secret, uri } = await self.ask(startTwoFactor, { params });
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toMatch(/^otpauth:\/\/totp\/dashboard\.test:ada\?/);
    expect((await self.ask(startTwoFactor, { params })).secret).toBe(secret);
    await anyone.ask(usersApi.login, { body: { email: 'ada', password: demoPassword } });
    await self.ask(confirmTwoFactor, { params, body: { code: codeAt(secret, world.now()) } });
    expect(await self.ask(getTwoFactor, { params })).toMatchObject({ status: 'on', recovery_codes_left: 10 });

    let { challenge = '' } = await anyone.refusal(usersApi.login, { body: { email: 'ada', password: demoPassword } });
    world.later(stepMs);
    let digits = codeAt(secret, world.now());
    let body = { challenge, code: `${digits.slice(0, 3)} ${digits.slice(3)}` };
    let { token, username } = await anyone.ask(secondStep, { body });
    expect(username).toBe('ada');
    await world.with(token).ask(usersApi.getUser, { params });
  });

  it('sends the person a mail when it is switched on and off', async () => {
    let { self, params, fresh } = await enrol('root');
    await self.ask(stopTwoFactor, { params, body: { code: fresh() } });
    expect((await world.lettersTo('root@example.com')).map(({ subject }) => subject).sort()).toEqual([
      'Two-factor authentication is off',
      'Two-factor authentication is on',
    ]);
  });

  it('shows the recovery codes until they are acknowledged; each works once', async () => {
    let { self, params, challenge } = await enrol('grace');
    let { codes } = await self.ask(getRecoveryCodes, { params });
    expect(new Set(codes).size).toBe(10);
    expect((await self.ask(getRecoveryCodes, { params })).codes).toEqual(codes);
    await self.ask(acknowledgeRecoveryCodes, { params });
    expect((await self.ask(getRecoveryCodes, { params })).codes).toEqual([]);
    let body = { challenge: await challenge(), code: codes[0]?.toUpperCase() ?? '' };
    await anyone.ask(secondStep, { body });
    expect((await self.ask(getTwoFactor, { params })).recovery_codes_left).toBe(9);
    let again = { challenge: await challenge(), code: codes[0] ?? '' };
    expect(await anyone.refusal(secondStep, { body: again })).toMatchObject({
      status: 422,
      code: 'two-factor-code-not-valid',
      field: 'code',
    });
  });

  it('generates recovery codes of 120 random bits', async () => {
    for (let code of newRecoveryCodes()) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){5}$/);
  });

  it('generates new recovery codes that replace the old ones', async () => {
    let { self, params, fresh, challenge } = await enrol('mary');
    let { codes: old } = await self.ask(getRecoveryCodes, { params });
    let { codes } = await self.ask(makeRecoveryCodes, { params, body: { code: fresh() } });
    expect(codes).toHaveLength(10);
    expect(codes.filter((code) => old.includes(code))).toEqual([]);
    let withOld = { challenge: await challenge(), code: old[0] ?? '' };
    expect((await anyone.refusal(secondStep, { body: withOld })).code).toBe('two-factor-code-not-valid');
    await anyone.ask(secondStep, { body: { ...withOld, code: codes[9] ?? '' } });
    let { results } = await self.ask(auditApi.getAuditEvents, { params: { owner: 'mary' } });
    expect(results.map(({ action, actor }) => [action, actor])).toContainEqual(['recovery-codes-renewed', 'mary']);
    let subjects = (await world.lettersTo('mary@example.com')).map(({ subject }) => subject);
    expect(subjects).toContain('New recovery codes were created');
  });

  it('is switched off with a code, and no longer required', async () => {
    let { self, params, fresh } = await enrol('root');
    expect((await self.refusal(stopTwoFactor, { params, body: { code: '000000' } })).field).toBe('code');
    await self.ask(stopTwoFactor, { params, body: { code: fresh() } });
    expect(await self.ask(getTwoFactor, { params })).toMatchObject({ status: 'off', recovery_codes_left: 0 });
    await anyone.ask(usersApi.login, { body: { email: 'root', password: demoPassword } });
  });

  it('stores neither secret nor codes in plain text', async () => {
    let { self, params } = await enrol('linus');
    let { codes } = await self.ask(getRecoveryCodes, { params });
    let rows = JSON.stringify([
      await world.records.selectFrom('two_factors').selectAll().execute(),
      await world.records.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    for (let code of codes) {
      expect(rows).not.toContain(code);
      expect(rows).not.toContain(code.replaceAll('-', ''));
    }
    await self.ask(stopTwoFactor, { params, body: { code: codes[3] ?? '' } });
    let { secret } = await self.ask(startTwoFactor, { params });
    expect(JSON.stringify(await world.records.selectFrom('two_factors').selectAll().execute())).not.toContain(secret);
  });
});

describe('refuses', () => {
  let someone: Enrolled;
  beforeAll(async () => {
    await world.close();
    world = await createWorld({ attemptLimits: { perAddress: 1_000, perAccount: 1_000, codesPerAccount: 5 } });
    anyone = world.with(undefined);
    someone = await enrol('ada');
  });

  it('the same code twice, also at the same moment and with two sign-ins', async () => {
    let code = someone.fresh();
    let challenges = [await someone.challenge(), await someone.challenge()];
    let answers = await Promise.all(
      challenges.map((challenge) => anyone.call(secondStep, { body: { challenge, code } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    let later = { challenge: await someone.challenge(), code };
    expect((await anyone.refusal(secondStep, { body: later })).code).toBe('two-factor-code-not-valid');
  });

  it('a recovery code twice at the same moment, with two sign-ins', async () => {
    let { self, params } = someone;
    let code = (await self.ask(getRecoveryCodes, { params })).codes[9] ?? '';
    let challenges = [await someone.challenge(), await someone.challenge()];
    let answers = await Promise.all(
      challenges.map((challenge) => anyone.call(secondStep, { body: { challenge, code } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    expect((await self.ask(getTwoFactor, { params })).recovery_codes_left).toBe(9);
  });

  it('leaves ten codes when new ones are requested several times at once', async () => {
    let { self, params, fresh } = await enrol('root');
    let { codes } = await self.ask(getRecoveryCodes, { params });
    let by = [fresh(), codes[0] ?? '', codes[1] ?? ''];
    await Promise.all(by.map((code) => self.call(makeRecoveryCodes, { params, body: { code } })));
    expect((await self.ask(getTwoFactor, { params })).recovery_codes_left).toBe(10);
    expect(new Set((await self.ask(getRecoveryCodes, { params })).codes).size).toBe(10);
  });

  it('a repeated use of the same sign-in, even with two correct codes', async () => {
    let { self, params } = someone;
    let [first = '', second = ''] = (await self.ask(getRecoveryCodes, { params })).codes;
    let challenge = await someone.challenge();
    let answers = await Promise.all(
      [first, second].map((code) => anyone.call(secondStep, { body: { challenge, code } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  it('codes that are too old or too new; one step each way is accepted', async () => {
    let { self } = await enrol('mary');
    let params = { username: 'mary' };
    await self.ask(stopTwoFactor, {
      params,
      body: { code: (await self.ask(getRecoveryCodes, { params })).codes[0] ?? '' },
    });
    let { secret } = await self.ask(startTwoFactor, { params });
    for (let far of [-2, 2]) {
      let body = { code: codeAt(secret, world.now() + far * stepMs) };
      expect((await self.refusal(confirmTwoFactor, { params, body })).code).toBe('two-factor-code-not-valid');
    }
    await self.ask(confirmTwoFactor, { params, body: { code: codeAt(secret, world.now() - stepMs) } });
  });

  it('a second step after more than ten minutes, and an invented challenge', async () => {
    let challenge = await someone.challenge();
    world.later(10 * 60_000 + 1);
    for (let held of [challenge, 'made-up', ''])
      expect(await anyone.refusal(secondStep, { body: { challenge: held, code: someone.fresh() } })).toMatchObject({
        status: 401,
        code: 'two-factor-challenge-not-valid',
      });
  });

  it('a second setup, and a use before setup', async () => {
    let { self, params } = someone;
    expect((await self.refusal(startTwoFactor, { params })).code).toBe('two-factor-already-on');
    expect((await self.refusal(confirmTwoFactor, { params, body: { code: '123456' } })).code).toBe(
      'two-factor-already-on',
    );
    let linus = await world.as('linus');
    let code = { params: { username: 'linus' }, body: { code: '123456' } };
    for (let route of [confirmTwoFactor, makeRecoveryCodes])
      expect((await linus.refusal(route, code)).code).toBe('two-factor-not-on');
    let off = { ...code, body: { code: '123456', password: demoPassword } };
    expect((await linus.refusal(stopTwoFactor, off)).code).toBe('two-factor-not-on');
  });

  it('more codes after five wrong ones, even a correct one', async () => {
    let { fresh, challenge } = await enrol('grace');
    let held = await challenge();
    for (let turn = 0; turn < 5; turn++)
      expect((await anyone.refusal(secondStep, { body: { challenge: held, code: '000000' } })).code, `${turn}`).toBe(
        'two-factor-code-not-valid',
      );
    expect(await anyone.refusal(secondStep, { body: { challenge: held, code: fresh() } })).toMatchObject({
      status: 429,
      code: 'too-many-sign-ins',
    });
  });
});

whoMay(Object.values(twoFactorApi));
