import { alertsApi, type Alert, AlertKind, alertSettings, type SaveAlert } from 'contract/alerts/alerts';
import { destinationsApi } from 'contract/alerts/destinations';
import * as limits from 'contract/floor/limits';
import { packagesApi } from 'contract/packages/packages';
import { z } from 'zod';
import type { Call } from '../../gateway/gateway-client.server';
import { paths } from '../../links/paths';
import { serverPaths } from '../../links/paths.server';
import { errorResponse } from '../../gateway/error-message.server';
import { secondary } from '../../gateway/secondary.server';
import { formatInteger } from '../../ui/numbers';
import { readDestinations } from './destinations.server';

interface Named {
  value: string;
  label: string;
}

const alertKindLabels: Record<AlertKind, { label: string; hint: string }> = {
  spike: { label: 'Spike', hint: 'Daily downloads far above the 4-week average for that weekday.' },
  drop: { label: 'Drop', hint: 'Daily downloads far below the 4-week average for that weekday.' },
  threshold: { label: 'Threshold', hint: 'Downloads reach a number in a day, a week, a month, or in total.' },
  'new-version': { label: 'New version', hint: 'A version is downloaded for the first time.' },
  'withdrawn-unused': {
    label: 'Withdrawn version unused for 7 days',
    hint: `No company has requested a withdrawn version for ${limits.withdrawnUnusedDays} days.`,
  },
  'target-away': {
    label: 'Registry unreachable',
    hint: 'The registry or file host of a package with fallbacks is down.',
  },
  'new-company': { label: 'New company', hint: 'A company reaches a funnel stage.' },
  'weekly-report': { label: 'Weekly report', hint: 'On Mondays: what changed in the week, and why.' },
  'monthly-report': { label: 'Monthly report', hint: 'On the first of the month: the month before.' },
};

/** Undefined for an unknown kind. */
export function alertKind(text: string | null): AlertKind | undefined {
  return AlertKind.safeParse(text).data;
}

const stages: Named[] = alertSettings.stage
  .removeDefault()
  .options.map((value) => ({ value, label: value.replace('-', ' ') }));

const periods: Named[] = [
  { value: 'day', label: 'in a day' },
  { value: 'week', label: 'in a week' },
  { value: 'month', label: 'in a month' },
  { value: 'total', label: 'in all' },
];

export type AlertField = 'package_id' | 'percent' | 'at_least' | 'downloads' | 'period' | 'stage';
const fieldsByKind: Record<AlertKind, AlertField[]> = {
  spike: ['package_id', 'percent', 'at_least'],
  drop: ['package_id', 'percent', 'at_least'],
  threshold: ['package_id', 'downloads', 'period'],
  'new-version': ['package_id'],
  'withdrawn-unused': ['package_id'],
  'target-away': ['package_id'],
  'new-company': ['package_id', 'stage'],
  'weekly-report': [],
  'monthly-report': [],
};

export async function alertFormOf(call: Call, owner: string, kind: AlertKind) {
  let [packages, { results }] = await Promise.all([
    call(packagesApi.getPackages, { params: { owner }, query: { per_page: 'max' } }),
    call(destinationsApi.getDestinations, { params: { owner } }),
  ]);
  return {
    ...alertKindLabels[kind],
    fields: fieldsByKind[kind],
    packages: packages.results.map(({ id, name, type }) => ({ value: id, label: `${name} (${type})` })),
    destinations: results.map(({ id, name }) => ({ value: id, label: name })),
    stages,
    periods,
  };
}

/** `packageId`: the package chosen in each form; empty for all. */
export function kindLinks(owner: string, packageId: string) {
  let to = (kind: AlertKind) => paths.newAlert(owner, { kind, package: packageId });
  return AlertKind.options.map((kind) => ({ ...alertKindLabels[kind], to: to(kind) }));
}

const Ticked = z.preprocess(
  (v) => (v === undefined ? [] : [v].flat()),
  z.array(z.string()).min(1, 'alert-needs-a-destination').max(limits.destinationsPerOwnerMax),
);

/** Drops fields that its kind does not have. */
export const AlertInput = z.object({
  package_id: z
    .string()
    .max(100)
    .default('')
    .transform((id) => id || null),
  ...alertSettings,
  destination_ids: Ticked,
});

export interface AlertLine {
  id: string;
  page: string;
  pause: string;
  removal: string;
  kind: string;
  /** Its condition as text. */
  what: string;
  /** Null while destinations are unknown. */
  to: string | null;
  isPaused: boolean;
  lastSent: string | null;
}

export async function readAlerts(call: Call, owner: string) {
  let [{ results }, places, packages] = await Promise.all([
    call(alertsApi.getAlerts, { params: { owner } }),
    secondary(readDestinations(call, owner), { destinations: null, added: [] }),
    secondary(call(packagesApi.getPackages, { params: { owner }, query: { per_page: 'max' } })),
  ]);
  let names = new Map(packages?.results.map(({ id, name }) => [id, name]));
  let destinations = places.destinations && new Map(places.destinations.map(({ id, name }) => [id, name]));
  let alerts = results.map((alert) => alertLine(alert, { owner, names, destinations }));
  return { ...places, alerts, newAlert: paths.newAlert(owner) };
}

interface Around {
  owner: string;
  names: ReadonlyMap<string, string>;
  /** Null while they are unknown. */
  destinations: ReadonlyMap<string, string> | null;
}

function alertLine(alert: Alert, { owner, names, destinations }: Around): AlertLine {
  let { id, kind, package_id, is_paused, last_told_at, destination_ids } = alert;
  let about = package_id === null ? 'all packages' : (names.get(package_id) ?? '');
  let to = destinations && destination_ids.flatMap((one) => destinations.get(one) ?? []).join(', ');
  return {
    id,
    page: serverPaths.alert(owner, id),
    pause: serverPaths.alertPause(owner, id),
    removal: serverPaths.alertRemoval(owner, id),
    kind: alertKindLabels[kind].label,
    what: whatOf(alert, about),
    to: to === '' ? 'nowhere: its destinations are deleted' : to,
    isPaused: is_paused,
    lastSent: last_told_at,
  };
}

function whatOf({ kind, percent, at_least, downloads, period, stage }: Alert, about: string): string {
  let least = formatInteger(at_least);
  let words: Record<AlertKind, string> = {
    spike: `Downloads of ${about} ${percent}% above normal (days with ${least}+)`,
    drop: `Downloads of ${about} ${percent}% below normal (normally ${least}+)`,
    threshold: `${formatInteger(downloads)} downloads of ${about} ${periods.find(({ value }) => value === period)?.label}`,
    'new-version': `First download of a version of ${about}`,
    'withdrawn-unused': `No company requests a withdrawn version of ${about} any more`,
    'target-away': `The registry or file host of ${about} is down`,
    'new-company': `A company comes to the stage ${stage.replace('-', ' ')} with ${about}`,
    'weekly-report': 'On Mondays from 8:00 UTC',
    'monthly-report': 'On the first day of a month from 8:00 UTC',
  };
  return words[kind];
}

/** Throws 404 if it does not exist. */
export async function readAlert(call: Call, owner: string, id: string | undefined): Promise<Alert> {
  let { results } = await call(alertsApi.getAlerts, { params: { owner } });
  let found = results.find((one) => one.id === id);
  if (!found) throw errorResponse('alert-not-found');
  return found;
}

export async function saveAlert(call: Call, { owner, id, ...alert }: Alert, change: Partial<SaveAlert>) {
  return call(alertsApi.changeAlert, { params: { owner, alert_id: id }, body: { ...alert, ...change } });
}
