/**
 * Brings messages to their destinations: a few at a time, tried again for most of a day, then given
 * up with a mail to the owners.
 */
import { dayMs, hourMs, minuteMs, secondMs } from 'contract/shared/time';
import { messageOf, type ErrorCode } from 'contract/errors';
import * as limits from 'contract/limits';
import { destinationPath } from 'contract/shared/page-links';
import type { DeliveryTable, DestinationTable } from '../floor/db/alert-schema';
import { createJobs, type Jobs } from '../floor/jobs';
import { deliveryGivenUpMail } from '../floor/mail/alert-email';
import { ownersOf } from '../floor/download-changes';
import { changeDelivery, forgetDeliveriesBefore, holdBack, takeDelivery } from './deliveries';
import { claimNotice, destinationById, noteAttempt } from './destinations';
import type { DeliveryParts } from './parts';
import { ApiError } from '../floor/api-error';
import { send, toldIn } from './send';

export interface Deliveries {
  /** Sends what is due now. */
  run(): Promise<void>;
  /** The same at once, without waiting for it. */
  wake(): void;
  /** Sends a message that the caller has taken; gives it as it is afterwards. */
  attempt(to: DestinationTable, of: DeliveryTable): Promise<DeliveryTable>;
  /** Attempts since the start: those that arrived, those that failed, those that were the last. */
  counts(): Readonly<{ done: number; failed: number; 'given-up': number }>;
  /**
   * Takes nothing more, and cuts off what does not end soon, which is sent again later. Resolves
   * when the stores are no longer used.
   */
  close(): Promise<void>;
}

/** A process that has not finished an attempt after so long counts as ended. */
export const leaseMs = minuteMs;
const atOnce = 4;
const noticeEveryMs = dayMs;
const closeMs = 2 * secondMs;
/** Pause after each failure; after the last one the message is given up. */
const backoffMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs];
/** Another attempt would end in the same way. */
const final: readonly (ErrorCode | undefined)[] = ['delivery-person-not-reached', 'delivery-address-unreadable'];
/**
 * It stands in the log alone: that a person has left, or wants no mails, is no fault to be mended.
 */
const quiet: ErrorCode = 'delivery-person-not-reached';

/** Starts looking, once now and then every minute. */
export function startDelivering(parts: DeliveryParts, jobs: Jobs = createJobs(parts.clock)): Deliveries {
  let { records, clock, log } = parts;
  let counts = { done: 0, failed: 0, 'given-up': 0 };
  let isClosing = false;
  let closing = new AbortController();
  let sending = { ...parts, closing: closing.signal };

  async function work(): Promise<void> {
    await forgetDeliveriesBefore(records, clock() - limits.deliveryLogDays * dayMs);
    // A turn that fails ends alone: the others go on, and are waited for.
    let turns = await Promise.allSettled(Array.from({ length: atOnce }, takeTurns));
    for (let turn of turns) if (turn.status === 'rejected') throw turn.reason;
  }

  async function takeTurns(): Promise<void> {
    while (!isClosing) {
      let of = await takeDelivery(records, clock(), leaseMs);
      if (!of) return;
      let to = await destinationById(records, of.owner_id, of.destination_id).catch(whereItIsGone);
      if (to) await attempt(to, of);
    }
  }

  async function attempt(to: DestinationTable, of: DeliveryTable): Promise<DeliveryTable> {
    let started = performance.now();
    let isInterrupted = of.attempts > backoffMs.length + 1 || (of.cause !== 'alert' && of.attempts > 1);
    let { reason, status, answer } = isInterrupted ? interrupted : await send(sending, to, of);
    let now = clock();
    let next = reason === undefined || final.includes(reason) ? undefined : nextAttempt(of, now);
    let change: Partial<DeliveryTable> = {
      ...(next === undefined
        ? { status: reason ? 'failed' : 'done', finished_at: now }
        : { status: 'waiting', due_at: next }),
      reason: reason ?? '',
      answer_status: status,
      answer_ms: Math.round(performance.now() - started),
      answer,
    };
    await changeDelivery(records, of.id, change);
    if (reason === undefined) counts.done += 1;
    else if (reason !== quiet) counts[next === undefined ? 'given-up' : 'failed'] += 1;
    if (reason !== quiet) await noteAttempt(records, to, reason === undefined, now);
    if (next !== undefined) await holdBack(records, to.id, next);
    let after = { ...of, ...change };
    if (after.status === 'failed' && of.cause === 'alert' && reason !== quiet) await tellOwners(parts, to, after, now);
    return after;
  }

  let job = jobs.start('deliveries', work, (error) => log.error({ err: error }, 'messages were not delivered'));
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

/** A destination that was deleted just now took its messages along. */
function whereItIsGone(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'destination-not-found')) throw error;
}

const interrupted = { reason: 'delivery-was-interrupted', status: null, answer: '' } as const;

/** A test or a replay is not tried again: the person sees its result. */
function nextAttempt({ cause, attempts }: DeliveryTable, now: number): number | undefined {
  let wait = cause === 'alert' ? backoffMs[attempts - 1] : undefined;
  return wait === undefined ? undefined : now + wait;
}

async function tellOwners(
  { records, mail, publicUrl }: DeliveryParts,
  to: DestinationTable,
  of: DeliveryTable,
  now: number,
): Promise<void> {
  if (!(await claimNotice(records, to.id, now, noticeEveryMs))) return;
  let { name: owner } = await records
    .selectFrom('owners')
    .select('name')
    .where('id', '=', to.owner_id)
    .executeTakeFirstOrThrow();
  let { title } = toldIn(of);
  let about = {
    owner,
    destination: to.name,
    title,
    attempts: of.attempts,
    reason: messageOf(of.reason as ErrorCode),
    url: publicUrl + destinationPath(owner, to.id),
  };
  for (let { name, email } of await ownersOf(records, to.owner_id))
    mail.send(deliveryGivenUpMail(email, { name, ...about }));
}
