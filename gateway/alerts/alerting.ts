/**
 * Looks for what alerts are about, and for reports that are due. Each thing is told once: what
 * holds when an alert is made or goes on counts as told.
 */
import type { AlertKind } from 'contract/alerts/alerts';
import { weighedArtifacts } from '../reports/analytics/artifact-importance';
import type { OwnerTable } from '../floor/db/account-schema';
import type { AlertTable } from '../floor/db/alert-schema';
import type { Records } from '../floor/db/schema';
import type { EventStore } from '../events/store';
import { snapshotAt } from '../events/scoped-store';
import { eventRules } from '../reports/funnel/filters';
import { createJobs, type Jobs } from '../floor/jobs';
import { activeAlerts, AlertSettings, markLooked } from './alerts';
import type { Asked, Check, Found } from './checks/check';
import { newCompany } from './checks/new-company';
import { newVersion } from './checks/new-version';
import { report } from './checks/report';
import { threshold } from './checks/threshold';
import { unusualDay } from './checks/unusual-day';
import type { DeliveryParts } from './parts';
import { tell, untold } from './told';

export interface AlertParts extends Pick<DeliveryParts, 'records' | 'publicUrl' | 'clock'> {
  events: EventStore;
}

export interface Alerting {
  /** Looks once, after the current look. */
  run(): Promise<void>;
  /** Resolves when the stores are no longer used. */
  close(): Promise<void>;
}

/** More than these in a look, or since the midnight before it, are told once in that day. */
const manyAtOnce = 100;
const manyInADay = 1_000;

const checks: Record<AlertKind, Check> = {
  spike: unusualDay,
  drop: unusualDay,
  threshold,
  'new-version': newVersion,
  'new-company': newCompany,
  'weekly-report': report,
  'monthly-report': report,
};

/** Starts looking every quarter of an hour; `wake` sends what was found. */
export function startAlerting(
  parts: AlertParts & Pick<DeliveryParts, 'log'>,
  wake: () => void,
  jobs: Jobs = createJobs(parts.clock),
): Alerting {
  let isClosing = false;

  async function work(): Promise<void> {
    for (let { alert, owner } of await activeAlerts(parts.records)) {
      if (isClosing) return;
      await look(parts, alert, owner).catch((error: unknown) =>
        parts.log.error({ err: error, alert: alert.id }, 'an alert was not looked for'),
      );
    }
    wake();
  }

  let job = jobs.start('alerts', work, (error) => parts.log.error({ err: error }, 'alerts were not looked for'));
  return {
    run: job.run,
    close() {
      isClosing = true;
      return job.stop();
    },
  };
}

async function look(parts: AlertParts, alert: AlertTable, owner: OwnerTable): Promise<void> {
  let { records } = parts;
  let asked = await askedOf(parts, alert, owner);
  let found = await checks[alert.kind](asked);
  let fresh = [...(await untold(records, alert.id, found.keys))];
  let { keys, about } = await toTell(records, alert, found, fresh);
  if (keys.length > 0) {
    let told = about.length > 0 ? await found.tell(about) : undefined;
    await tell(records, alert, { keys, told }, asked.now);
  }
  await markLooked(records, alert.id, asked.now);
}

/**
 * What is said of keys that were not told, and which are written as told. Of a day with very many
 * it is only written that there were many: what came before a day is no news of the next one.
 */
async function toTell(
  records: Records,
  { id }: AlertTable,
  { keys: all, news }: Found,
  fresh: readonly string[],
): Promise<{ keys: readonly string[]; about: readonly string[] }> {
  if (!news || fresh.length === 0) return { keys: fresh, about: fresh };
  let isNew = new Set(await news.among(all));
  let about = fresh.filter((key) => isNew.has(key));
  if (isNew.size > manyInADay || about.length > manyAtOnce) {
    let keys = [...(await untold(records, id, [`many ${news.since}`]))];
    return { keys, about };
  }
  return { keys: fresh.length > manyAtOnce ? about : fresh, about };
}

/** The keys of all that holds already, which is not told. */
export async function keysOf(parts: AlertParts, alert: AlertTable, owner: OwnerTable): Promise<readonly string[]> {
  let asked = await askedOf(parts, { ...alert, checked_until: 0 }, owner);
  let { keys } = await checks[alert.kind](asked);
  return keys;
}

async function askedOf(parts: AlertParts, alert: AlertTable, owner: OwnerTable): Promise<Asked> {
  let { records, publicUrl, clock } = parts;
  let events = snapshotAt(parts.events, await parts.events.lastEvent());
  let [{ packages, pixels }, rules] = await Promise.all([
    weighedArtifacts(records, owner.id),
    eventRules({ ...parts, events }, owner.id),
  ]);
  let isAll = alert.package_id === null;
  return {
    records,
    events,
    owner,
    alert,
    rules,
    publicUrl,
    settings: AlertSettings.parse(JSON.parse(alert.settings)),
    packages: isAll ? packages : packages.filter(({ id }) => id === alert.package_id),
    pixels: isAll ? pixels : [],
    now: clock(),
  };
}
