/** The services of others that the settings name, as the gateway takes them. */
import { SettingsError, type Settings } from './settings';

export function githubSettings({
  GITHUB_CLIENT_ID: clientId,
  GITHUB_CLIENT_SECRET: clientSecret,
  GITHUB_API_URL: apiUrl,
}: Settings) {
  return clientId && clientSecret ? { clientId, clientSecret, apiUrl } : undefined;
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

export function npmCountsSettings({ NPM_COUNTS_URL: url, EDGE_PRIVATE_TARGETS: privateTargets }: Settings) {
  return url === undefined ? undefined : { url, privateTargets };
}

export function stripeSettings({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: apiUrl,
}: Settings) {
  if (!secretKey) return undefined;
  if (!webhookSecret) throw new SettingsError('Settings: STRIPE_WEBHOOK_SECRET is needed beside STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret, apiUrl };
}
