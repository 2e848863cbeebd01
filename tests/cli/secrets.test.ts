/** Replaces the secrets of an installation. Everything they protect still works. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createVerificationRecords } from 'gateway/packages/dns/verification-records';
import { openRecords } from 'gateway/floor/db/open';
import { findUserByLogin } from 'gateway/floor/owners';
import { createSecretSealer } from 'gateway/floor/sealer';
import { codeAt } from 'tests/support/authenticator';
import { commandLine } from 'tests/support/command-line';
import { CommandError } from '../../cli/command-error';
import { secretsCommand } from '../../cli/secrets';
import { openGateway, type OpenGateway } from '../../server/gateway';
import { installationSecrets } from '../../server/secrets';
import { readSettings } from '../../server/settings';

const appSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const password = 'a-long-passphrase-7';
const cli = commandLine();
beforeEach(() => void vi.stubEnv('SESSION_SECRETS', ''));

function open(): Promise<OpenGateway> {
  let settings = readSettings({ NODE_ENV: 'test', DATA_DIR: cli.folder });
  return openGateway(settings, installationSecrets(cli.folder), () => undefined, pino({ level: 'silent' }));
}

async function ask(gateway: OpenGateway, method: string, address: string, body?: unknown, token?: string) {
  let headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  let request = new Request(`http://gateway.invalid${address}`, { method, headers, body: JSON.stringify(body) });
  let answer = await gateway.api(request, { address: '192.0.2.1' });
  let text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, string> };
}

function register(gateway: OpenGateway, username: string) {
  return ask(gateway, 'POST', '/internal/register', { username, email: `${username}@example.com`, password });
}

describe('landfall secrets renew', () => {
  it(
    'keeps sessions, second steps, known devices and reserved names working, and seals stored secrets again',
    { tags: 'slow', timeout: 60_000 },
    async () => {
      let before = await open();
      let token = (await register(before, 'ada')).body.token ?? '';
      await ask(before, 'PUT', '/internal/users/ada', { username: 'countess', first_name: '', last_name: '' }, token);
      let { device } = (await ask(before, 'POST', '/internal/login', { email: 'countess', password })).body;
      await before.close();

      let old = installationSecrets(cli.folder).salt;
      let records = await openRecords({ folder: cli.folder });
      let ada = (await findUserByLogin(records, 'countess'))!;
      let sealed = createSecretSealer([old], 'records').seal(appSecret, ada.id);
      let row = { user_id: ada.id, secret: sealed, confirmed_at: 1, last_step: 0, unseen_codes: null };
      await records.insertInto('two_factors').values(row).execute();
      await records.destroy();
      await secretsCommand(['renew']);

      let after = await open();
      expect((await ask(after, 'GET', '/internal/users/countess', undefined, token)).status).toBe(200);
      expect((await register(after, 'ada')).status).toBe(422);
      // Wrong guesses from other devices in this network do not lock out the known device.
      for (let i = 0; i < 11; i++)
        await ask(after, 'POST', '/internal/login', { email: 'countess', password: 'wrong' });
      let refused = await ask(after, 'POST', '/internal/login', { email: 'countess', password });
      expect(refused.body.code).toBe('too-many-sign-ins');
      let known = { email: 'countess', password, devices: [device] };
      let { challenge } = (await ask(after, 'POST', '/internal/login', known)).body;
      let code = codeAt(appSecret, Date.now());
      let entered = await ask(after, 'POST', '/internal/login/two-factor', { challenge, code, devices: [device] });
      expect(entered.status).toBe(200);
      await after.close();

      let changed = await openRecords({ folder: cli.folder });
      let { secret } = await changed.selectFrom('two_factors').select('secret').executeTakeFirstOrThrow();
      await changed.destroy();
      let { salt } = installationSecrets(cli.folder);
      expect(createSecretSealer([salt], 'records').open(secret, ada.id)).toBe(appSecret);
      expect(createSecretSealer([old], 'records').open(secret, ada.id)).toBeUndefined();
      // The test hashes sixteen passwords.
    },
  );

  it('puts new secrets first, in a file readable by its user only', async () => {
    let first = installationSecrets(cli.folder);
    await secretsCommand(['renew']);
    await secretsCommand(['renew']);
    let third = installationSecrets(cli.folder);
    expect(third.earlier).toHaveLength(2);
    expect(third.earlier.at(-1)).toBe(first.salt);
    expect(new Set([third.salt, ...third.earlier]).size).toBe(3);
    expect(third.session.split(',')).toHaveLength(2);
    expect(statSync(path.join(cli.folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('shows its usage for an unknown command', async () => {
    await expect(secretsCommand(['new'])).rejects.toThrow(CommandError);
  });
});

it('a TXT record created with an earlier secret still verifies its domain', () => {
  let [before, after] = [
    createVerificationRecords(['old'], 'a.test'),
    createVerificationRecords(['new', 'old'], 'a.test'),
  ];
  let txt = [before.textFor('owner', 'get.example.com')];
  expect(after.hasText('owner', 'get.example.com', { txt, cname: [] })).toBe(true);
  expect(after.hasText('another', 'get.example.com', { txt, cname: [] })).toBe(false);
  expect(after.textFor('owner', 'get.example.com')).not.toBe(txt[0]);
  expect(createVerificationRecords(['new'], 'a.test').hasText('owner', 'get.example.com', { txt, cname: [] })).toBe(
    false,
  );
});

it('a damaged secrets.json stops the start with a message, and is not changed', () => {
  let file = path.join(cli.folder, 'secrets.json');
  writeFileSync(file, '{"session":');
  expect(() => installationSecrets(cli.folder)).toThrow('secrets.json cannot be read');
  expect(readFileSync(file, 'utf8')).toBe('{"session":');
});
