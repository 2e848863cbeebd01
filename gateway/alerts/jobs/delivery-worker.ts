/**
 * Sends deliveries. Failures are retried for most of a day, then the owners get an email; what a
 * person switched on for themselves is retried as long as the log is kept.
 */
import { dayMs, hourMs, minuteMs, secondMs } from 'contract/floor/time';
import { messageOf, type ErrorCode } from 'contract/rules/errors';
import * as limits from 'contract/floor/limits';
import { destinationPath } from 'contract/floor/page-links';
import type { DeliveryRow, DestinationRow } from '../../floor/db/alert-schema';
import { createJobs, type Jobs } from '../../floor/jobs';
import { failedDeliveryEmail } from '../mails/alert-emails';
import { accountableOwners } from '../../floor/download-changes';
import { createOnce } from '../../floor/once';
import {
  updateDeliveries,
  deleteDeliveriesBefore,
  postponeDeliveries,
  claimAlike,
  claimDelivery,
  messageIn,
} from '../deliveries';
import { claimNotice, recordAttempt } from '../destinations';
import type { DeliveryServices } from '../services';
import { byAge } from '../../floor/installation-clock';
import type { PostResult } from '../post-webhook';
import { sendDeliveries } from './send-delivery';

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
/** A weekly summary of many owners is not written in a minute. */
const digestLeaseMs = 15 * minuteMs;
interface Lane {
  kinds: readonly DestinationRow['kind'][];
  /** Attempts at the same time. */
  loops: number;
  isMail: boolean;
  perMinute: number;
  leaseMs: number;
}

/**
 * At the same time, so that webhooks do not wait for the mail server, nor alerts for weekly
 * summaries.
 */
const lanes: readonly Lane[] = [
  { kinds: ['webhook', 'chat'], loops: 4, isMail: false, perMinute: Infinity, leaseMs },
  { kinds: ['email'], loops: 1, isMail: true, perMinute: Infinity, leaseMs },
  { kinds: ['account'], loops: 1, isMail: true, perMinute: limits.optionalMailsPerMinute, leaseMs: digestLeaseMs },
];
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
  let minuteNow = () => Math.floor(clock() / minuteMs);
  let sent = new Map<Lane, { minute: number; count: number }>();
  /** Of a run: a server that refuses us is asked again in the next. */
  let isMailAway = false;
  let once = createOnce();

  async function work(): Promise<void> {
    await byAge(records, clock(), (now) => deleteDeliveriesBefore(records, now - limits.deliveryLogDays * dayMs));
    isMailAway = false;
    once = createOnce();
    // One loop that fails must not stop the others.
    let loops = await Promise.allSettled(
      lanes.flatMap((lane) => Array.from({ length: lane.loops }, () => deliverAll(lane))),
    );
    for (let loop of loops) if (loop.status === 'rejected') throw loop.reason;
  }

  async function deliverAll(lane: Lane): Promise<void> {
    while (!isClosing && !(lane.isMail && isMailAway) && sentThisMinute(lane) < lane.perMinute) {
      let of = await claimDelivery(records, lane.kinds, { now: clock(), leaseMs: lane.leaseMs });
      if (!of) return;
      sent.set(lane, { minute: minuteNow(), count: sentThisMinute(lane) + 1 });
      let to = await records
        .selectFrom('destinations')
        .selectAll()
        .where('id', '=', of.destination_id)
        .executeTakeFirst();
      // Deleting a destination deletes its deliveries.
      if (to) await attempt(to, of);
    }
  }

  function sentThisMinute(lane: Lane): number {
    let { minute, count } = sent.get(lane) ?? { minute: 0, count: 0 };
    return minute === minuteNow() ? count : 0;
  }

  async function attempt(to: DestinationRow, of: DeliveryRow): Promise<DeliveryRow> {
    let started = performance.now();
    let isPersonal = to.kind === 'account';
    let others = isPersonal ? await claimAlike(records, of, { now: clock(), leaseMs: digestLeaseMs }) : [];
    let isInterrupted = of.attempts > attemptsMax(of, isPersonal);
    let result = isInterrupted ? interrupted : await sendDeliveries({ ...sending, once }, to, [of, ...others]);
    let { reason, status, answer } = result;
    if (result.isServerAway) isMailAway = true;
    let now = clock();
    let next = reason === undefined || final.includes(reason) ? undefined : nextAttempt(of, now, isPersonal);
    let change: Partial<DeliveryRow> = {
      ...(next === undefined
        ? { status: reason ? 'failed' : 'done', finished_at: now }
        : { status: 'waiting', due_at: next }),
      reason: reason ?? '',
      answer_status: status,
      answer_ms: Math.round(performance.now() - started),
      answer,
    };
    await updateDeliveries(records, [of, ...others], change);
    if (reason === undefined) counts.done += 1;
    else if (reason !== logOnly) counts[next === undefined ? 'given-up' : 'failed'] += 1;
    if (reason !== logOnly) await recordAttempt(records, to, reason === undefined, now);
    if (next !== undefined) await postponeDeliveries(records, to.id, next);
    let after = { ...of, ...change };
    if (after.status === 'failed' && of.cause === 'alert' && !isPersonal && reason !== logOnly)
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

const interrupted: PostResult = { reason: 'delivery-was-interrupted', status: null, answer: '' };

/** A person's own emails are tried as long as the log is kept. */
function attemptsMax({ cause }: DeliveryRow, isPersonal: boolean): number {
  if (cause !== 'alert') return 1;
  return isPersonal ? (limits.deliveryLogDays * dayMs) / hourMs : backoffMs.length + 1;
}

/** Tests and replays are not retried: the person sees the result. */
function nextAttempt({ cause, attempts }: DeliveryRow, now: number, isKept: boolean): number | undefined {
  let wait = cause === 'alert' ? (backoffMs[attempts - 1] ?? (isKept ? backoffMs.at(-1) : undefined)) : undefined;
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
