/** The table of feature flags: the default in production and in local development. */

import { hasKey, keysOf } from 'contract/floor/keys-of';

interface Flag<T> {
  default: T;
  local: T;
}

function off(local = false): Flag<boolean> {
  return { default: false, local };
}
function on(): Flag<boolean> {
  return { default: true, local: true };
}

export const flagTable = {
  maintenanceMode: off(),
  showUpdateClearbitToken: off(),
  showClearbitUsageLimit: off(),
  inviteMember: off(true),
  updateUser: off(true),
  suppressShowTrialBadge: on(),
  displayEmailVerification: off(),
  suppressEmailValidationAlert: on(),
  showDomainVerification: off(true),
  showCompanyExportsButton: off(true),
  hidePixelVariables: off(),
  disableAdjustRollupUi: off(),
  showRestrictedLeadGenerationAnswers: off(),
  showFilteringUi: off(true),
  showUserAgentUi: off(true),
  showMarketingOptInUi: off(),
  showS3ExportUi: off(true),
  showIntercom: off(),
  showInsightsPage: off(true),
  showTwoFactorAuthenticationUi: off(true),
  showInputQuestionnaireChoices: off(),
  showScarfScore: off(true),
  organizationMemberLimitOverride: { default: 0, local: 0 } as Flag<number>,
  showFilePackageCatchAllRedirectTargetDomain: off(true),
} as const satisfies Record<string, Flag<boolean> | Flag<number>>;

export type FlagName = keyof typeof flagTable;
/** The flags that are on or off. */
export type SwitchName = { [K in FlagName]: (typeof flagTable)[K] extends Flag<number> ? never : K }[FlagName];
export type Flags = { [K in FlagName]: (typeof flagTable)[K] extends Flag<number> ? number : boolean };

/** In FEATURE_FLAGS, and without it, means the flags below. */
export const recommended = 'recommended';
/** In FEATURE_FLAGS, turns the same flags off. */
const none = 'none';

/** The flags that are on in local development and off by default. */
export const recommendedFlags: FlagName[] = keysOf(flagTable).filter(
  (name) => flagTable[name].local === true && flagTable[name].default === false,
);

/**
 * The flags in force. `setting` is a comma separated list: `name` or `name=true` switches on,
 * `name=false` off, `name=5` sets a number, `recommended` switches on the recommended set, `none`
 * switches it off. Throws an Error that names every unknown flag or unreadable value.
 */
export function readFlags(setting: string, local: boolean): Flags {
  let flags: Record<string, boolean | number> = {};
  for (let [name, flag] of Object.entries(flagTable)) flags[name] = local ? flag.local : flag.default;
  let problems: string[] = [];
  for (let entry of setting
    .split(',')
    .map((e) => e.trim())
    .flatMap((e) =>
      e === recommended ? recommendedFlags : e === none ? recommendedFlags.map((name) => `${name}=false`) : e || [],
    )) {
    let [name = '', value = 'true'] = entry.split('=').map((p) => p.trim());
    let flag = hasKey(flagTable, name) ? flagTable[name] : undefined;
    let parsed = flag && parseAs(typeof flag.default, value);
    if (parsed === undefined) problems.push(flag ? `${name} cannot be "${value}"` : `${name} is not a flag`);
    else flags[name] = parsed;
  }
  if (problems.length) throw new Error(`FEATURE_FLAGS: ${problems.join('; ')}`);
  return flags as Flags;
}

function parseAs(type: string, value: string): boolean | number | undefined {
  if (type === 'number') return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
