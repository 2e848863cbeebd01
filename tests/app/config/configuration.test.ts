import { env, readEnv } from 'app/config/env.server';
import { flagTable } from 'app/config/flags';
import { loader as data } from 'app/routes/_app.app-configuration[.]json';
import { loader as page } from 'app/routes/_app.app-configuration';
import { type Configuration, flagEntries, settingEntries, shownSettings } from 'app/shell/configuration.server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserOf } from 'tests/support/dashboard';
import { createWorld, type World } from 'tests/support/world';

const secret = 'never-to-be-seen-0123456789-0123456789';

/**
 * Every setting of the dashboard. Settings that may contain a secret have a value that a search can
 * find.
 */
const everything = {
  NODE_ENV: 'production',
  GATEWAY_URL: 'https://gateway.example',
  GATEWAY_DOMAIN: 'example.com',
  GATEWAY_PORT: '8081',
  PUBLIC_URL: 'https://stats.example.com',
  GITHUB_CLIENT_ID: 'an-application',
  GITHUB_CLIENT_SECRET: secret,
  GITHUB_URL: `https://token:${secret}@github.example.com`,
  LANDING_URL: 'https://example.com/?from=stats',
  DOCS_URL: 'https://docs.example.com',
  API_HOSTS: 'api.example.com, other.example.com',
  SESSION_SECRETS: secret,
  INTERCOM_APP_ID: 'chat1',
  INTERCOM_IDENTITY_SECRET: secret,
  DATABASE_URL: `postgres://landfall:${secret}@db.example/landfall`,
  STRIPE_SECRET_KEY: secret,
  SMTP_URL: `smtp://user:${secret}@mail.example.com`,
  FEATURE_FLAGS: 'showIntercom,organizationMemberLimitOverride=5',
};

/** Settings of app/config/env.server.ts that are never shown. */
const kept = ['SESSION_SECRETS', 'GITHUB_CLIENT_SECRET'];

describe('the settings', () => {
  let shown = settingEntries(readEnv(everything));

  // @spec 2: App Configuration shows no secret, and settings to platform admins only
  test('show no secret, and no user or password of a URL', () => {
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(JSON.stringify(shown)).not.toMatch(/token:/);
    expect(shown).toContainEqual({ name: 'GATEWAY_URL', value: 'https://gateway.example' });
    expect(shown).toContainEqual({ name: 'API_HOSTS', value: 'api.example.com, other.example.com' });
  });

  test('are shown by name only: a new setting stays hidden until it is added', () => {
    expect(shown.map(({ name }) => name)).toEqual([...shownSettings]);
    expect(shownSettings.filter((name) => kept.includes(name))).toEqual([]);
    expect(Object.keys(env).filter((name) => /SECRET|TOKEN|PASSWORD|KEY|DATABASE|SMTP/.test(name))).toEqual(
      expect.arrayContaining(kept),
    );
    expect(shownSettings.filter((name) => /SECRET|TOKEN|PASSWORD|KEY|DATABASE|SMTP/.test(name))).toEqual([]);
  });

  test('show unset values as unset', () => {
    let bare = settingEntries(readEnv({ SESSION_SECRETS: secret }));
    expect(bare).toContainEqual({ name: 'DOCS_URL', value: 'not set' });
    expect(bare).toContainEqual({ name: 'API_HOSTS', value: 'not set' });
  });
});

// @spec 2: App Configuration lists flags and environment settings
test('the flags are all listed with their current values', () => {
  let flags = flagEntries(readEnv(everything));
  expect(flags.map(({ name }) => name)).toEqual(Object.keys(flagTable));
  expect(flags).toContainEqual({ name: 'showIntercom', value: 'true' });
  expect(flags).toContainEqual({ name: 'organizationMemberLimitOverride', value: '5' });
  expect(flags).toContainEqual({ name: 'maintenanceMode', value: 'false' });
});

describe('access', () => {
  let world: World;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  test('signed-in people see the flags, and only platform admins the settings', async () => {
    let grace = await browserOf(world, 'grace');
    let root = await browserOf(world, 'root');
    let forGrace = await grace.open(page, {}, '/app-configuration');
    expect(forGrace.flags.length).toBe(Object.keys(flagTable).length);
    expect(forGrace.settings).toBeNull();
    expect((await root.open(page, {}, '/app-configuration')).settings).toHaveLength(shownSettings.length);
  });

  test('the dialog gets the same list as the page, which is not cached', async () => {
    let root = await browserOf(world, 'root');
    let answer = await root.open(data, {}, '/app-configuration.json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    let body = (await answer.json()) as Configuration;
    expect(body).toEqual(await root.open(page, {}, '/app-configuration'));
    expect(JSON.stringify(body)).not.toContain(env.SESSION_SECRETS[0]);
  });
});
