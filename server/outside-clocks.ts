/** The time of the services in the settings, by the header `Date` of their responses. */
import { secondMs } from 'contract/floor/time';
import { isNear } from 'gateway/floor/installation-clock';
import { githubSettings } from './outside-services';
import type { Settings } from './settings';

const answerLimitMs = 5_000;

/** Their addresses. */
export function servicesWithClocks(settings: Settings): string[] {
  let { OIDC_ISSUER, DEFAULT_REGISTRIES, REGISTRY_COUNTS, EVENTS_URL } = settings;
  let all = [
    OIDC_ISSUER,
    githubSettings(settings)?.apiUrl,
    ...Object.values({ ...DEFAULT_REGISTRIES, docker: undefined }),
    ...Object.values(REGISTRY_COUNTS ?? {}),
    EVENTS_URL,
  ];
  return all.flatMap((address) => (address === undefined ? [] : [withoutUser(address)]));
}

/** `fetch` does not accept credentials in addresses, and none are needed. */
function withoutUser(address: string): string {
  let url = new URL(address);
  url.username = url.password = '';
  return url.href;
}

/** How far this machine is ahead of a service; undefined without a Date header. */
export async function secondsAhead(address: string): Promise<number | undefined> {
  try {
    let options = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(answerLimitMs) } as const;
    let { headers } = await fetch(address, options);
    let off = (Date.now() - Date.parse(headers.get('date') ?? '')) / secondMs;
    return Number.isNaN(off) ? undefined : off;
  } catch {
    return undefined;
  }
}

/** A service whose time says that `now` is wrong; undefined without one. */
export async function serviceWithOtherTime(settings: Settings, now: number): Promise<string | undefined> {
  let addresses = servicesWithClocks(settings);
  let ahead = await Promise.all(addresses.map(secondsAhead));
  let other = addresses.find((_, i) => !isNear(now - (ahead[i] ?? 0) * secondMs, now));
  return other && new URL(other).host;
}
