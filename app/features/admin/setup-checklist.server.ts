/** Checks of /admin for a new installation, made when the page loads. */
import { randomBytes } from 'node:crypto';
import { type User, usersApi } from 'contract/accounts/users';
import { installationApi, type InstallationStatus } from 'contract/admin/installation';
import { apiHost, isLocalDomain, ownerHosts, pixelHostOf } from 'contract/packages/package-types/hosts';

import { env, type Env } from '../../config/env.server';
import { recommended, recommendedFlags } from '../../config/flags';
import type { Call } from '../../gateway/gateway-client.server';
import { hostProblem, isWithoutTls } from '../../gateway/host-check.server';
import { paths } from '../../links/paths';
import type { SignedIn } from '../../session/guards.server';
import { formatInteger } from '../../ui/numbers';

export interface SetupItem {
  title: string;
  isDone: boolean;
  /** What was found. */
  text: string;
  /** How to fix it. */
  help: { to: string; label: string };
}

type Settings = Pick<Env, 'PUBLIC_URL' | 'GATEWAY_DOMAIN' | 'flags'>;

export interface Setup {
  settings: Settings;
  /** Of the page that is shown. */
  url: URL;
  user: Pick<User, 'username' | 'email_verification_status'>;
  /** Replaces requests in tests. */
  fetch?: typeof globalThis.fetch;
}

/** Of the person who asks, at the page they opened. */
export async function readOwnSetup({ call, session }: SignedIn, url: URL): Promise<SetupItem[]> {
  let user = await call(usersApi.getUser, { params: { username: session.username } });
  return readSetup(call, { settings: env, url, user });
}

/** `2 of 6 done`. */
export function setupProgress(items: readonly SetupItem[]): string {
  return `${items.filter(({ isDone }) => isDone).length} of ${items.length} done`;
}

/** Empty once everything is set up. */
export async function readSetup(call: Call, setup: Setup): Promise<SetupItem[]> {
  let [status, dns] = await Promise.all([call(installationApi.getInstallationStatus), dnsItem(setup)]);
  let items = [
    urlItem(setup),
    emailItem(status, setup),
    domainItem(setup),
    dns,
    featuresItem(setup),
    packageItem(status, setup),
  ];
  return items.every(({ isDone }) => isDone) ? [] : items;
}

function guide(section: string) {
  return { to: `${paths.docs('operating')}#${section}`, label: 'How to set it up' };
}

function urlItem({ settings: { PUBLIC_URL }, url }: Setup): SetupItem {
  let here = { title: 'Public URL', help: guide('start-it') };
  if (!PUBLIC_URL) return { ...here, isDone: false, text: 'PUBLIC_URL is not set. Set it to the URL of this page.' };
  let { protocol, host } = new URL(PUBLIC_URL);
  if (host !== url.host)
    return { ...here, isDone: false, text: `You opened this page at ${url.host}, but PUBLIC_URL is ${PUBLIC_URL}.` };
  let caution = protocol === 'https:' ? '' : ' Without https, cookies are not secure.';
  return { ...here, isDone: true, text: `You opened this page at ${PUBLIC_URL}.${caution}` };
}

/**
 * A confirmed email shows that an earlier email arrived; others may be refused all the same, as
 * long as the status page lists some.
 */
function emailItem({ mail }: InstallationStatus, { user }: Setup): SetupItem {
  let { way, place, failed, last_delivered_at: delivered, last_failure: failure } = mail;
  let test = { title: 'Email', help: { to: paths.adminStatus(), label: 'Send a test email' } };
  if (way !== 'smtp')
    return { ...test, isDone: false, text: 'SMTP_URL is not set. Emails stay on this server.', help: guide('email') };
  if (failure && (!delivered || delivered < failure.at))
    return { ...test, isDone: false, text: `${place} refused the last email: ${failure.words}` };
  if (failed > 0)
    return {
      ...test,
      isDone: false,
      text: `Emails are being refused. Not delivered in the last week: ${formatInteger(failed)}.`,
      help: { ...test.help, label: 'See these emails' },
    };
  if (!delivered && user.email_verification_status !== 'verified')
    return { ...test, isDone: false, text: `No email has been sent through ${place} yet.` };
  return { ...test, isDone: true, text: `Emails are delivered through ${place}.` };
}

function domainItem({ settings: { GATEWAY_DOMAIN } }: Setup): SetupItem {
  let isDone = !isLocalDomain(GATEWAY_DOMAIN);
  let text = isDone
    ? `Downloads arrive below ${GATEWAY_DOMAIN}.`
    : `GATEWAY_DOMAIN is ${GATEWAY_DOMAIN}, so only this machine can download.`;
  return { title: 'Gateway domain', isDone, text, help: guide('dns-and-tls') };
}

/**
 * Requests hosts of a made-up owner, the API and pixels through the public DNS and the proxy, with
 * TLS unless the dashboard runs without it.
 */
async function dnsItem({ settings, fetch }: Setup): Promise<SetupItem> {
  let { GATEWAY_DOMAIN } = settings;
  let isPlain = isWithoutTls(settings);
  let here = { title: isPlain ? 'DNS' : 'DNS and TLS', help: guide('dns-and-tls') };
  if (isLocalDomain(GATEWAY_DOMAIN)) return { ...here, isDone: false, text: 'Set the gateway domain first.' };
  let probe = `check-${randomBytes(4).toString('hex')}`;
  let hosts = [apiHost(GATEWAY_DOMAIN), pixelHostOf(GATEWAY_DOMAIN), ...ownerHosts(probe, GATEWAY_DOMAIN)];
  let problems = await Promise.all(hosts.map((host) => hostProblem(host, settings, fetch)));
  let failed = hosts.flatMap((host, i) => (problems[i] ? [`${host.replace(probe, '*')} (${problems[i]})`] : []));
  if (failed.length === 0)
    return {
      ...here,
      isDone: true,
      text: `All ${hosts.length} hosts below ${GATEWAY_DOMAIN} reach the gateway.${isPlain ? ' Install commands are shown with https.' : ''}`,
    };
  let more = failed.length > 3 ? ` and ${failed.length - 3} more` : '';
  return { ...here, isDone: false, text: `Not reachable: ${failed.slice(0, 3).join(', ')}${more}.` };
}

function featuresItem({ settings: { flags } }: Setup): SetupItem {
  let off = recommendedFlags.filter((name) => !flags[name]);
  let text =
    off.length === 0 ? 'All recommended features are on.' : `Off: ${off.join(', ')}. Set FEATURE_FLAGS=${recommended}.`;
  return { title: 'Features', isDone: off.length === 0, text, help: guide('features') };
}

function packageItem({ records }: InstallationStatus, { user }: Setup): SetupItem {
  let count = records?.packages ?? 0;
  let text = count > 0 ? `${count} created.` : 'No packages yet.';
  let help = { to: paths.newPackage(user.username), label: 'New package' };
  return { title: 'First package', isDone: count > 0, text, help };
}
