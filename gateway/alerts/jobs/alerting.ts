/**
 * Checks alerts and scheduled reports. Each key is sent once; keys that are already true when an
 * alert is created or resumed are never sent.
 */
import { artifactsWithImportance } from '../../reports/conditions/artifact-importance';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { createOnce } from '../../floor/once';
import { snapshotAt } from '../../events/scoped-store';
import { eventRules } from '../../reports/funnel/event-rules';
import { createJobs, type Jobs } from '../../floor/jobs';
import { activeAlerts, AlertSettings, markAlertChecked } from '../alerts';
import type { CheckedRule } from '../../floor/db/alert-schema';
import type { CheckContext, AlertCheck, CheckResult } from '../checks/check';
import { newCompany } from '../checks/new-company';
import { newVersion } from '../checks/new-version';
import { packageCompanies } from '../checks/package-companies';
import { periodicReport } from '../checks/periodic-report';
import { targetAway } from '../checks/target-away';
import { threshold } from '../checks/threshold';
import { unusualDay } from '../checks/unusual-day';
import { withdrawnUnused } from '../checks/withdrawn-unused';
import type { DeliveryServices } from '../services';
import { claimAndQueue, pendingKeys } from '../sent-alerts';
import { queueWeeklySummaries } from '../notifications/weekly-summaries';

export type AlertServices = Pick<DeliveryServices, 'records' | 'events' | 'publicUrl' | 'clock'>;

export interface Alerting {
  /** Checks once, after a check that is running. */
  run(): Promise<void>;
  /** Resolves when the stores can be closed. */
  close(): Promise<void>;
}

/** More keys than these in one check, or in one day, are sent as one message a day. */
const manyAtOnce = 100;
const manyInADay = 1_000;

const checks: Record<CheckedRule['kind'], AlertCheck> = {
  spike: unusualDay,
  drop: unusualDay,
  threshold,
  'new-version': newVersion,
  'withdrawn-unused': withdrawnUnused,
  'target-away': targetAway,
  'new-company': newCompany,
  'package-companies': packageCompanies,
  'weekly-report': periodicReport,
  'monthly-report': periodicReport,
};

/** Checks every quarter of an hour; `wake` sends the queued deliveries. */
export function startAlerting(
  services: AlertServices & Pick<DeliveryServices, 'log'>,
  wake: () => void,
  jobs: Jobs = createJobs(services.clock),
): Alerting {
  let isClosing = false;

  async function work(): Promise<void> {
    await queueWeeklySummaries(services.records, services.clock()).catch((error: unknown) =>
      services.log.error({ err: error }, 'weekly summaries not queued'),
    );
    let known: OwnerContext | undefined;
    for (let { alert, owner } of await activeAlerts(services.records)) {
      if (isClosing) return;
      try {
        if (known?.owner.id !== owner.id) known = await ofOwner(services, owner);
        await checkAlert(contextOf(services, alert, known));
      } catch (error) {
        services.log.error({ err: error, alert: alert.id }, 'an alert check failed');
      }
    }
    wake();
  }

  let job = jobs.start('alerts', work, (error) => services.log.error({ err: error }, 'alert checks failed'));
  return {
    run: job.run,
    close() {
      isClosing = true;
      return job.stop();
    },
  };
}

async function checkAlert(context: CheckContext): Promise<void> {
  let { records, alert } = context;
  let result = await checks[alert.kind](context);
  let pending = [...(await pendingKeys(records, alert.id, result.keys))];
  let { keys, about } = await keysToSend(records, alert, result, pending);
  if (keys.length > 0) {
    let message = about.length > 0 ? await result.messageFor(about) : undefined;
    await claimAndQueue(records, alert, { keys, message }, context.now);
  }
  await markAlertChecked(records, alert.id, context.now);
}

/**
 * The keys to mark as sent, and those that the message is about. On a day with very many keys only
 * `many <day>` is marked: the next day's check does not see them as new.
 */
async function keysToSend(
  records: Records,
  { id }: CheckedRule,
  { keys: all, news }: CheckResult,
  pending: readonly string[],
): Promise<{ keys: readonly string[]; about: readonly string[] }> {
  if (!news || pending.length === 0) return { keys: pending, about: pending };
  let isNew = new Set(await news.among(all));
  let about = pending.filter((key) => isNew.has(key));
  if (news.since === undefined) return { keys: pending, about };
  if (isNew.size > manyInADay || about.length > manyAtOnce) {
    let keys = [...(await pendingKeys(records, id, [`many ${news.since}`]))];
    return { keys, about };
  }
  return { keys: pending.length > manyAtOnce ? about : pending, about };
}

/** The keys that are true now; a new alert marks them as sent. */
export async function currentKeys(
  services: AlertServices,
  alert: CheckedRule,
  owner: OwnerRow,
): Promise<readonly string[]> {
  let context = contextOf(services, { ...alert, checked_until: 0 }, await ofOwner(services, owner));
  let { keys } = await checks[alert.kind](context);
  return keys;
}

type OwnerContext = Pick<CheckContext, 'events' | 'owner' | 'artifacts' | 'rules' | 'now' | 'once'>;

/** What the rules of an owner share in a run. */
async function ofOwner(services: AlertServices, owner: OwnerRow): Promise<OwnerContext> {
  let now = services.clock();
  let events = snapshotAt(services.events, await services.events.lastEvent(owner.id));
  let [artifacts, rules] = await Promise.all([
    artifactsWithImportance(services.records, owner.id),
    eventRules({ ...services, events }, owner.id),
  ]);
  return { events, owner, artifacts, rules, now, once: createOnce() };
}

function contextOf({ records, publicUrl }: AlertServices, alert: CheckedRule, shared: OwnerContext): CheckContext {
  let { packages, pixels } = shared.artifacts;
  let isAll = alert.package_id === null;
  return {
    ...shared,
    records,
    alert,
    publicUrl,
    settings: AlertSettings.parse(JSON.parse(alert.settings)),
    packages: isAll ? packages : packages.filter(({ id }) => id === alert.package_id),
    pixels: isAll ? pixels : [],
  };
}
