import { readEnv } from 'app/env.server';
import { type FlagName, flagTable, localSetting, readFlags } from 'app/flags';
import { describe, expect, test } from 'vitest';

/** Name, default, local default. */
const table: [name: string, byDefault: boolean | number, local: boolean | number][] = [
  ['maintenanceMode', false, false],
  ['showUpdateClearbitToken', false, false],
  ['showClearbitUsageLimit', false, false],
  ['inviteMember', false, true],
  ['updateUser', false, true],
  ['suppressShowTrialBadge', true, true],
  ['displayEmailVerification', false, false],
  ['suppressEmailValidationAlert', true, true],
  ['showDomainVerification', false, true],
  ['showCompanyExportsButton', false, false],
  ['hidePixelVariables', false, false],
  ['disableAdjustRollupUi', false, false],
  ['showRestrictedLeadGenerationAnswers', false, false],
  ['showFilteringUi', false, true],
  ['showUserAgentUi', false, true],
  ['showMarketingOptInUi', false, false],
  ['showS3ExportUi', false, false],
  ['showIntercom', false, false],
  ['showInsightsPage', false, true],
  ['showTwoFactorAuthenticationUi', false, true],
  ['showInputQuestionnaireChoices', false, false],
  ['showScarfScore', false, true],
  ['organizationMemberLimitOverride', 0, 0],
  ['showFilePackageCatchAllRedirectTargetDomain', false, true],
];

describe('flags', () => {
  test('outside local development everything is off but the two that suppress', () => {
    let on = Object.entries(readFlags('', false)).filter(([, value]) => value !== false && value !== 0);
    expect(on).toEqual([
      ['suppressShowTrialBadge', true],
      ['suppressEmailValidationAlert', true],
    ]);
  });

  test.each(table)('%s has the default %s, and %s in local development', (name, byDefault, local) => {
    expect(flagTable[name as FlagName]).toEqual({ default: byDefault, local });
  });

  test('the table is whole: each flag of the specification and no other', () => {
    expect(Object.keys(flagTable).sort()).toEqual(table.map(([name]) => name).sort());
  });

  test('the demo shows what local development does, hides nothing and keeps its numbers', () => {
    let shown = readFlags(localSetting(), false);
    for (let [name, byDefault, local] of table) expect(shown[name as FlagName], name).toBe(byDefault || local);
    expect(localSetting()).toMatch(/^\w+(,\w+)*$/);
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

  test('the last word on a flag holds, empty entries are none, names are exact', () => {
    expect(readFlags(',,inviteMember,inviteMember=false, ,', false).inviteMember).toBe(false);
    expect(readFlags('organizationMemberLimitOverride = 7', true).organizationMemberLimitOverride).toBe(7);
    expect(() => readFlags('InviteMember', false)).toThrow('InviteMember is not a flag');
    expect(() => readFlags('one,two=1,updateUser=2', false)).toThrow(
      'FEATURE_FLAGS: one is not a flag; two is not a flag; updateUser cannot be "2"',
    );
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
