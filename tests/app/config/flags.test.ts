import { readEnv } from 'app/config/env.server';
import { type FlagName, flagTable, readFlags, recommendedFlags } from 'app/config/flags';
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
  ['showCompanyExportsButton', false, true],
  ['hidePixelVariables', false, false],
  ['disableAdjustRollupUi', false, false],
  ['showRestrictedLeadGenerationAnswers', false, false],
  ['showFilteringUi', false, true],
  ['showUserAgentUi', false, true],
  ['showMarketingOptInUi', false, false],
  ['showS3ExportUi', false, true],
  ['showIntercom', false, false],
  ['showInsightsPage', false, true],
  ['showTwoFactorAuthenticationUi', false, true],
  ['showInputQuestionnaireChoices', false, false],
  ['showScarfScore', false, true],
  ['organizationMemberLimitOverride', 0, 0],
  ['showFilePackageCatchAllRedirectTargetDomain', false, true],
];

describe('flags', () => {
  test('are off outside local development, except the two that suppress something', () => {
    let on = Object.entries(readFlags('', false)).filter(([, value]) => value !== false && value !== 0);
    expect(on).toEqual([
      ['suppressShowTrialBadge', true],
      ['suppressEmailValidationAlert', true],
    ]);
  });

  // @spec 6: Feature flags: the whole table with its defaults and local defaults
  test.each(table)('%s is %s by default, and %s in local development', (name, byDefault, local) => {
    expect(flagTable[name as FlagName]).toEqual({ default: byDefault, local });
  });

  // @spec 6: The table has each flag of the specification and no other
  test('are those of the specification and no others', () => {
    expect(Object.keys(flagTable).sort()).toEqual(table.map(([name]) => name).sort());
  });

  test('recommended are those of local development, without those that hide something', () => {
    let shown = readFlags('recommended', false);
    for (let [name, byDefault, local] of table) expect(shown[name as FlagName], name).toBe(byDefault || local);
    expect(readFlags('recommended,inviteMember=false', false)).toEqual({ ...shown, inviteMember: false });
    expect(recommendedFlags.length).toBeGreaterThan(5);
    expect(() => readFlags('recommended=false', false)).toThrow('recommended is not a flag');
    expect(readFlags('none', false)).toEqual(readFlags('', false));
    expect(readFlags('none', true)).toEqual(readFlags('', false));
    expect(readFlags('none,inviteMember', true)).toEqual(readFlags('inviteMember', false));
  });

  test('have their own defaults in local development', () => {
    let flags = readFlags('', true);
    for (let [name, flag] of Object.entries(flagTable)) expect(flags[name as keyof typeof flags]).toBe(flag.local);
    expect(flags.showInsightsPage).toBe(true);
  });

  test('are switched on and off and set to numbers by the setting', () => {
    let flags = readFlags(' showInsightsPage , suppressShowTrialBadge=false,organizationMemberLimitOverride=5,', false);
    expect(flags.showInsightsPage).toBe(true);
    expect(flags.suppressShowTrialBadge).toBe(false);
    expect(flags.organizationMemberLimitOverride).toBe(5);
  });

  // @spec 6: FEATURE_FLAGS switches on, off, sets numbers; the last word holds
  test('have the last value that is set; empty entries are ignored, names are exact', () => {
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

  test('are read: several secrets, lists and defaults', () => {
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

  test('treat empty addresses as unset', () => {
    expect(readEnv({ SESSION_SECRETS: secret, DOCS_URL: '' }).DOCS_URL).toBeUndefined();
  });

  test.each([{}, { FEATURE_FLAGS: '' }, { FEATURE_FLAGS: 'recommended' }])(
    'have the recommended flags: %j',
    (given) => {
      expect(readEnv({ SESSION_SECRETS: secret, ...given }).flags).toEqual(readFlags('recommended', false));
    },
  );

  test('have no other flags than those that are listed', () => {
    let { flags } = readEnv({ SESSION_SECRETS: secret, FEATURE_FLAGS: 'inviteMember' });
    expect(flags).toEqual({ ...readFlags('', false), inviteMember: true });
  });

  // @spec 6: Unknown flags stop the start
  test.each([
    [{}, 'SESSION_SECRETS'],
    [{ SESSION_SECRETS: 'short' }, 'SESSION_SECRETS'],
    [{ SESSION_SECRETS: secret, GATEWAY_URL: 'not an address' }, 'GATEWAY_URL'],
    [{ SESSION_SECRETS: secret, FEATURE_FLAGS: 'nope' }, 'FEATURE_FLAGS'],
  ])('stop the start for %j, named without its value', (given, name) => {
    let read = () => readEnv(given as Record<string, string>);
    expect(read).toThrow(name);
    expect(read).not.toThrow('short');
  });
});
