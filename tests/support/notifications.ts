/** The parts of another process that checks and delivers, over the stores of a world. */
import pino from 'pino';
import { startAlerting, type Alerting } from 'gateway/alerts/jobs/alerting';
import { startDeliveryWorker, type DeliveryWorker } from 'gateway/alerts/jobs/delivery-worker';
import type { DeliveryServices } from 'gateway/alerts/services';
import { createSecretSealer } from 'gateway/floor/sealer';
import { type World } from './world';
import { worldSalt } from './edge';

/** The world's gateway accepts the links. */
export function noticePartsOf({ records, events, mail, now: clock }: World): DeliveryServices {
  let sealer = createSecretSealer([worldSalt], 'records');
  let log = pino({ level: 'silent' });
  return { records, events, mail, sealer, clock, publicUrl: 'http://dashboard.test', privateTargets: [], log };
}

/** Checks and delivers, and gives the number of emails that the mail server accepted. */
export async function tellAll(
  { mail }: Pick<World, 'mail'>,
  ...processes: { alerts: Pick<Alerting, 'run'>; deliveries: Pick<DeliveryWorker, 'run'> }[]
): Promise<number> {
  let before = mail.counts().delivered;
  await Promise.all(processes.map(({ alerts }) => alerts.run()));
  await Promise.all(processes.map(({ deliveries }) => deliveries.run()));
  return mail.counts().delivered - before;
}

/** A process that has begun; `given` replaces some of its parts. */
export async function startTelling(world: World, given: Partial<DeliveryServices> = {}) {
  let parts = { ...noticePartsOf(world), ...given };
  let deliveries = startDeliveryWorker(parts);
  let alerts = startAlerting(parts, () => undefined);
  await deliveries.run();
  return {
    alerts,
    deliveries,
    async close() {
      await alerts.close();
      await deliveries.close();
    },
  };
}

/** A mail server that refuses all of us; `asked` has the recipients it was asked for. */
export function refusingMail(world: World) {
  let asked: string[] = [];
  let sendOnce: World['mail']['sendOnce'] = async ({ to }) => {
    asked.push(to);
    return { words: 'Refused.', isAboutEmail: false };
  };
  return { asked, mail: { ...world.mail, sendOnce } };
}
