import { readEnv } from 'app/env.server';
import { flagTable, readFlags } from 'app/flags';
import { describe, expect, test } from 'vitest';

describe('flags', () => {
  test('outside local development everything is off but the two that suppress', () => {
    let on = Object.entries(readFlags('', false)).filter(([, value]) => value !== false && value !== 0);
    expect(on).toEqual([
      ['suppressShowTrialBadge', true],
      ['suppressEmailValidationAlert', true],
    ]);
  });

  test('local development has its own defaults', () => {
    let flags = readFlags('', true);
    for (let [name, flag] of Object.entries(flagTable)) expect(flags[name as keyof typeof flags]).toBe(flag.local);
    expect(flags.showInsightsPage).toBe(true);
  });

  test('the setting switches on, off and sets numbers', () => {
    let flags = readFlags(' showInsightsPage , suppressShowTrialBadge=false,organizationMemberLimitOverride=5,', false);
    expect(flags.showInsightsPage).toBe(true);
    expect(flags.suppressShowTrialBadge).toBe(false);
    expect(flags.organizationMemberLimitOverride).toBe(5);
  });

  test.each([
    ['noSuchFlag', 'noSuchFlag is not a flag'],
    ['constructor', 'constructor is not a flag'],
    ['maintenanceMode=yes', 'maintenanceMode cannot be "yes"'],
    ['organizationMemberLimitOverride', 'organizationMemberLimitOverride cannot be "true"'],
    ['organizationMemberLimitOverride=-1', 'organizationMemberLimitOverride cannot be "-1"'],
  ])('%s is refused', (setting, problem) => {
    expect(() => readFlags(setting, false)).toThrow(`FEATURE_FLAGS: ${problem}`);
  });
});

describe('settings', () => {
  const secret = 's'.repeat(32);

  test('several secrets, lists and defaults', () => {
    let env = readEnv({
      SESSION_SECRETS: `${secret}, ${secret}2`,
      API_HOSTS: 'API.example.com, ',
      NODE_ENV: 'production',
    });
    expect(env.SESSION_SECRETS).toEqual([secret, `${secret}2`]);
    expect(env.API_HOSTS).toEqual(['api.example.com']);
    expect(env.production).toBe(true);
    expect(env.GATEWAY_PORT).toBe(8081);
  });

  test('empty addresses count as unset', () => {
    expect(readEnv({ SESSION_SECRETS: secret, DOCS_URL: '' }).DOCS_URL).toBeUndefined();
  });

  test.each([
    [{}, 'SESSION_SECRETS'],
    [{ SESSION_SECRETS: 'short' }, 'SESSION_SECRETS'],
    [{ SESSION_SECRETS: secret, GATEWAY_URL: 'not an address' }, 'GATEWAY_URL'],
    [{ SESSION_SECRETS: secret, FEATURE_FLAGS: 'nope' }, 'FEATURE_FLAGS'],
  ])('%j stops the start and is named without its value', (given, name) => {
    let read = () => readEnv(given as Record<string, string>);
    expect(read).toThrow(name);
    expect(read).not.toThrow('short');
  });
});
