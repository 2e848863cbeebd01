/** What the bell of a report creates. */
import type { AlertKind } from 'contract/alerts/alerts';
import { destinationsApi } from 'contract/alerts/destinations';
import type { SignedIn } from '../../session/guards.server';
import type { AlertPreset } from './alert-bell';

export const presetKinds: Record<AlertPreset, readonly AlertKind[]> = {
  change: ['spike', 'drop'],
  'new-company': ['new-company'],
  'new-version': ['new-version'],
  'withdrawn-unused': ['withdrawn-unused'],
  'target-away': ['target-away'],
  'weekly-report': ['weekly-report'],
};

/** Id of the owner's destination that emails this person; created if there is none. */
export async function emailDestination({ call, username }: SignedIn, owner: string): Promise<string> {
  let params = { owner };
  let { results } = await call(destinationsApi.getDestinations, { params });
  let known = results.find(({ kind, to, is_paused }) => kind === 'email' && to === username && !is_paused);
  if (known) return known.id;
  let body = { kind: 'email' as const, name: `Email ${username}`, username };
  return (await call(destinationsApi.createDestination, { params, body })).id;
}
