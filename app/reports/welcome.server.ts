/** What the overview says before the first events, and while there are few. */
import { countSourceName, countUrlsOf } from 'contract/analytics/count-sources';
import type { Package } from 'contract/packages/packages';
import type { WelcomeData } from '../features/analytics/getting-started';
import { env } from '../config/env.server';
import { readOwnSetup, setupProgress } from '../features/admin/setup-checklist.server';
import type { HomeData } from '../features/analytics/home.server';
import { readFirstEvent } from '../features/live/first-event.server';
import { readRegistryCounts } from '../features/packages/registry-counts.server';
import type { Call } from '../gateway/gateway-client.server';
import { secondary } from '../gateway/secondary.server';
import { paths, settingsOf } from '../links/paths';
import { isPlatformAdmin, type SignedIn } from '../session/guards.server';

export async function readWelcome(signedIn: SignedIn & { owner: string }, url: URL): Promise<WelcomeData> {
  let isAdmin = await secondary(isPlatformAdmin(signedIn), false);
  let setup = isAdmin ? await secondary(readOwnSetup(signedIn, url), []) : [];
  return {
    setup: setup.length > 0 ? setupProgress(setup) : '',
    registries: new Intl.ListFormat('en').format(Object.keys(countUrlsOf(env)).map(countSourceName)),
    imports: importsOf(signedIn),
  };
}

export function importsOf({ owner, username }: { owner: string; username: string }): string {
  return paths.settings(settingsOf(owner, username), 'imports');
}

/** What its registry counts of a package; null if that could not be loaded. */
export async function readEarlier(signedIn: SignedIn & { owner: string }, item: Package) {
  let counts = await secondary(readRegistryCounts(signedIn.call, { owner: item.owner, package_id: item.id }));
  return counts ? { item, counts, imports: importsOf(signedIn) } : null;
}

/** With no more events than these, the page shows the first of them. */
const fewEvents = 5;

/** The first events, while there are few. */
export async function readArrival(call: Call, owner: string, home: HomeData, url: URL) {
  let waiting = home.state === 'waiting' ? home : null;
  let isFew = home.state === 'active' && home.overview.totals.downloads + home.overview.totals.views <= fewEvents;
  if (!waiting && !isFew) return null;
  let arrival = await readFirstEvent(call, owner, {
    url,
    thing: waiting?.first?.isPixel ? 'view' : 'download',
    host: waiting?.first?.host ?? '',
    createdAt: waiting?.createdAt ?? '',
    now: Date.now(),
  });
  return isFew && !arrival?.first ? null : arrival;
}
