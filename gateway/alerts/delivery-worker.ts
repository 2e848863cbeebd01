/** Sends deliveries. Failures are retried for most of a day, then the owners get an email. */
import { dayMs, hourMs, minuteMs, secondMs } from 'contract/floor/time';
import { messageOf, type ErrorCode } from 'contract/rules/errors';
import * as limits from 'contract/floor/limits';
import { destinationPath } from 'contract/floor/page-links';
import type { DeliveryRow, DestinationRow } from '../floor/db/alert-schema';
import { createJobs, type Jobs } from '../floor/jobs';
import { failedDeliveryEmail } from './mails/alert-emails';
import { accountableOwners } from '../floor/download-changes';
import { updateDelivery, deleteDeliveriesBefore, postponeDeliveries, claimDelivery } from './deliveries';
import { claimNotice, destinationById, recordAttempt } from './destinations';
import type { DeliveryServices } from './services';
import { ApiError } from '../floor/api-error';
import { byAge } from '../floor/installation-clock';
import { sendDelivery, messageIn } from './send-delivery';

export interface DeliveryWorker {
  /** Sends the deliveries that are due. */
  run(): Promise<void>;
  /** Starts `run` without waiting for it. */
  wake(): void;
  /** Attempts a delivery that the caller has claimed; returns its new state. */
  attempt(to: DestinationRow, of: DeliveryRow): Promise<DeliveryRow>;
  /** Attempts since the start; `given-up` are failed ones without a retry. */
  counts(): Readonly<{ done: number; failed: number; 'given-up': number }>;
  /**
   * Claims nothing more, and aborts attempts that do not end soon; these are retried later.
   * Resolves when the stores can be closed.
   */
  close(): Promise<void>;
}

/** After this an attempt counts as interrupted. */
export const leaseMs = minuteMs;
const atOnce = 4;
const noticeEveryMs = dayMs;
const closeMs = 2 * secondMs;
/** Pause after each failure; after the last one the delivery has failed. */
const backoffMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs];
/** Not retried: another attempt would fail in the same way. */
const final: readonly (ErrorCode | undefined)[] = ['delivery-person-not-reached', 'delivery-address-unreadable'];
/** Logged only: the person left or opted out. */
const logOnly: ErrorCode = 'delivery-person-not-reached';

/** Runs now and then every minute. */
export function startDeliveryWorker(
  services: DeliveryServices,
  jobs: Jobs = createJobs(services.clock),
): DeliveryWorker {
  let { records, clock, log } = services;
  let counts = { done: 0, failed: 0, 'given-up': 0 };
  let isClosing = false;
  let closing = new AbortController();
  let sending = { ...services, closing: closing.signal };

  async function work(): Promise<void> {
    await byAge(records, clock(), (now) => deleteDeliveriesBefore(records, now - limits.deliveryLogDays * dayMs));
    // One loop that fails must not stop the others.
    let loops = await Promise.allSettled(Array.from({ length: atOnce }, deliverAll));
    for (let loop of loops) if (loop.status === 'rejected') throw loop.reason;
  }

  async function deliverAll(): Promise<void> {
    while (!isClosing) {
      let of = await claimDelivery(records, clock(), leaseMs);
      if (!of) return;
      let to = await destinationById(records, of.owner_id, of.destination_id).catch(ignoreDeleted);
      if (to) await attempt(to, of);
    }
  }

  async function attempt(to: DestinationRow, of: DeliveryRow): Promise<DeliveryRow> {
    let started = performance.now();
    let isInterrupted = of.attempts > backoffMs.length + 1 || (of.cause !== 'alert' && of.attempts > 1);
    let { reason, status, answer } = isInterrupted ? interrupted : await sendDelivery(sending, to, of);
    let now = clock();
    let next = reason === undefined || final.includes(reason) ? undefined : nextAttempt(of, now);
    let change: Partial<DeliveryRow> = {
      ...(next === undefined
        ? { status: reason ? 'failed' : 'done', finished_at: now }
        : { status: 'waiting', due_at: next }),
      reason: reason ?? '',
      answer_status: status,
      answer_ms: Math.round(performance.now() - started),
      answer,
    };
    await updateDelivery(records, of.id, change);
    if (reason === undefined) counts.done += 1;
    else if (reason !== logOnly) counts[next === undefined ? 'given-up' : 'failed'] += 1;
    if (reason !== logOnly) await recordAttempt(records, to, reason === undefined, now);
    if (next !== undefined) await postponeDeliveries(records, to.id, next);
    let after = { ...of, ...change };
    if (after.status === 'failed' && of.cause === 'alert' && reason !== logOnly)
      await notifyOwners(services, to, after, now);
    return after;
  }

  let job = jobs.start('deliveries', work, (error) => log.error({ err: error }, 'deliveries failed'));
  void job.wake();
  return {
    run: job.run,
    wake: () => void job.wake(),
    attempt,
    counts: () => counts,
    async close() {
      isClosing = true;
      let timer = setTimeout(() => closing.abort(), closeMs);
      await job.stop();
      clearTimeout(timer);
    },
  };
}

/** Deleting a destination deletes its deliveries. */
function ignoreDeleted(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'destination-not-found')) throw error;
}

const interrupted = { reason: 'delivery-was-interrupted', status: null, answer: '' } as const;

/** Tests and replays are not retried: the person sees the result. */
function nextAttempt({ cause, attempts }: DeliveryRow, now: number): number | undefined {
  let wait = cause === 'alert' ? backoffMs[attempts - 1] : undefined;
  return wait === undefined ? undefined : now + wait;
}

async function notifyOwners(
  { records, mail, publicUrl }: DeliveryServices,
  to: DestinationRow,
  of: DeliveryRow,
  now: number,
): Promise<void> {
  if (!(await claimNotice(records, to.id, now, noticeEveryMs))) return;
  let { name: owner } = await records
    .selectFrom('owners')
    .select('name')
    .where('id', '=', to.owner_id)
    .executeTakeFirstOrThrow();
  let { title } = messageIn(of);
  let about = {
    owner,
    destination: to.name,
    title,
    attempts: of.attempts,
    reason: messageOf(of.reason as ErrorCode),
    url: publicUrl + destinationPath(owner, to.id),
  };
  for (let { name, email } of await accountableOwners(records, to.owner_id))
    mail.send({ ownerId: to.owner_id, message: failedDeliveryEmail(email, { name, ...about }) });
}
