/** External services in the form that the gateway takes. */
import { countUrlsOf } from 'contract/analytics/count-sources';
import { SettingsError, type Settings } from './settings';

export function githubSettings({
  GITHUB_CLIENT_ID: clientId,
  GITHUB_CLIENT_SECRET: clientSecret,
  GITHUB_URL,
}: Pick<Settings, 'GITHUB_CLIENT_ID' | 'GITHUB_CLIENT_SECRET' | 'GITHUB_URL'>) {
  return clientId && clientSecret ? { clientId, clientSecret, apiUrl: githubApi(GITHUB_URL) } : undefined;
}

/** GitHub's API has its own host, that of an Enterprise Server is below its address. */
function githubApi(url: string): string {
  let { hostname } = new URL(url);
  let isHosted = hostname === 'github.com' || hostname.endsWith('.ghe.com');
  return isHosted ? `https://api.${hostname}` : `${url}/api/v3`;
}

export function singleSignOnSettings({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, ...settings }: Settings) {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return undefined;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scopes: settings.OIDC_SCOPES,
    groupsClaim: settings.OIDC_ROLES_CLAIM,
    trustsEmail: settings.OIDC_TRUST_EMAIL,
    isOnly: settings.OIDC_ONLY,
    createsAccounts: settings.OIDC_CREATE_ACCOUNTS ?? settings.REGISTRATION === 'open',
    rights: settings.OIDC_ROLES,
  };
}

export function registryCountsSettings(settings: Settings) {
  return { urls: countUrlsOf(settings), privateTargets: targetSettings(settings).privateTargets };
}

/** Registries that are listed with `http://` are called without TLS. */
export function targetSettings({ PRIVATE_TARGETS }: Pick<Settings, 'PRIVATE_TARGETS'>) {
  let withoutScheme = (target: string) => target.replace('http://', '');
  return {
    privateTargets: PRIVATE_TARGETS.map(withoutScheme),
    insecureRegistries: PRIVATE_TARGETS.filter((target) => target.startsWith('http://')).map(withoutScheme),
  };
}

export function stripeSettings({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  TEST_OPTIONS: { stripeApiUrl: apiUrl },
}: Settings) {
  if (!secretKey) return undefined;
  if (!webhookSecret) throw new SettingsError('Settings: STRIPE_WEBHOOK_SECRET is needed beside STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret, apiUrl };
}
