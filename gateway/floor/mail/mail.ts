/**
 * Outgoing email through SMTP, or as files without a server. Sending never delays or fails a
 * response.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errorMessage } from 'net/error-message';
import { ApiError } from '../calls/api-error';
import type { EmailRow } from '../db/account-schema';
import type { Records } from '../db/schema';
import { createJobs, type Jobs } from '../jobs';
import type { SecretSealer } from '../sealer';
import { createEmailQueue, type EmailQueue, type QueuedEmail } from './email-queue';
import type { EmailMessage } from './message';
import { isAboutEmail, isFinal, outboxTransport, smtpTransport, type ByAge } from './transports';

type EmailComposer = () => Promise<QueuedEmail | undefined>;

export interface Mail {
  /**
   * Queues an email in the background; a function can compose it (or none) later. It is stored, and
   * tried until it is sent, refused for good, or its link is about to expire.
   */
  send(email: QueuedEmail | EmailComposer): void;
  /**
   * Stores an email in the transaction of what it is about, so that a call promises none that is
   * dropped. Refuses with too-many-requests. Call `wake` after the transaction.
   */
  store(change: Records, email: QueuedEmail): Promise<void>;
  wake(): void;
  /** One attempt without the queue, for senders with their own; null if the email was accepted. */
  sendOnce(message: EmailMessage): Promise<MailFailure | null>;
  state(): Promise<MailState>;
  /** Attempts since the start, and emails that were not delivered after all. */
  counts(): Readonly<{ delivered: number; failed: number; givenUp: number }>;
  /** Resolves when nothing is being composed or sent. */
  idle(): Promise<void>;
  /** Lets running attempts finish; what waits is sent after the next start. */
  close(): Promise<void>;
}

interface MailFailure {
  words: string;
  /** Whether other emails can be sent all the same. */
  isAboutEmail: boolean;
}

export interface MailState extends Awaited<ReturnType<EmailQueue['state']>> {
  way: 'smtp' | 'outbox';
  /** Server with its port, or folder. */
  place: string;
  lastDeliveredAt: number | null;
  lastFailure: { at: number; words: string } | null;
}

export interface MailOptions {
  /**
   * `smtp://user:password@host:587` or `smtps://…`, or a folder that gets an `.eml` file per email,
   * for some days.
   */
  place: { smtpUrl: string } | { outbox: string; days?: number };
  /** `Name <address>`. */
  from: string;
  /** The host in it is the name that servers are greeted with. */
  publicUrl: string;
  records: Records;
  sealer: SecretSealer;
  clock: () => number;
  jobs?: Jobs;
  /** Deletes old files of the folder and notes of failed emails, unless the clock is in doubt. */
  byAge?: ByAge;
  log: Logger;
}

const atOnce = 3;
/** Until an owner with too many waiting emails is told to try again. */
const retrySeconds = 60;

export function createMail(options: MailOptions): Mail {
  let { place, from, publicUrl, clock, jobs = createJobs(clock), log } = options;
  let { byAge = (deleteOld) => deleteOld(clock()) } = options;
  let way =
    'smtpUrl' in place
      ? smtpTransport(place.smtpUrl, publicUrl)
      : outboxTransport(place.outbox, log, place.days, { jobs, byAge });
  let queue = createEmailQueue(options);
  let lastDeliveredAt: number | null = null;
  let lastFailure: MailState['lastFailure'] = null;
  let counts = { delivered: 0, failed: 0, givenUp: 0 };
  let isClosing = false;
  let isAway = false;
  /** By the id of the email. */
  let sending = new Map<string, Promise<void>>();
  let pending = new Set<Promise<unknown>>();

  function watched<T>(work: Promise<T>): Promise<T> {
    let running = work.finally(() => pending.delete(running));
    pending.add(running);
    return running;
  }

  /** Returns the error; undefined if the email was accepted. */
  async function handOver(message: EmailMessage, id?: string): Promise<unknown> {
    try {
      await way.deliver({ ...message, from, ...(id && { messageId: `<${id}@${new URL(publicUrl).hostname}>` }) });
      lastDeliveredAt = clock();
      counts.delivered += 1;
      return undefined;
    } catch (error) {
      counts.failed += 1;
      lastFailure = { at: clock(), words: errorMessage(error) };
      log.warn({ err: error, subject: message.subject }, 'email not delivered');
      return error;
    }
  }

  /**
   * Ends when no email is due; those that are still being sent do not delay the next run. A server
   * that takes no email from us now is asked again in that run, not once for each email.
   */
  async function work(): Promise<void> {
    await byAge(queue.forgetFailed);
    isAway = false;
    while (!isClosing && !isAway) {
      if (sending.size === atOnce) {
        await Promise.race(sending.values());
        continue;
      }
      let email = await queue.claim(sending.keys());
      if (!email) return;
      sending.set(email.id, watched(attempt(email)));
    }
  }

  /** Never rejects: an email whose end could not be stored is tried again. */
  async function attempt(email: EmailRow): Promise<void> {
    try {
      if (!(await deliver(email))) isAway = true;
    } catch (error) {
      log.error({ err: error, subject: email.subject }, 'result of an email not stored');
    } finally {
      sending.delete(email.id);
    }
  }

  /** Whether the server can be asked for others. */
  async function deliver(email: EmailRow): Promise<boolean> {
    let message = queue.read(email);
    if (!message) return giveUp(email, 'Its text cannot be decrypted with secrets.json.');
    if (email.expires_at <= clock()) return giveUp(email, email.reason || 'Its link expired before it could be sent.');
    let error = await handOver(message, email.id);
    if (error === undefined) await queue.remove(email);
    else if (isFinal(error) || !(await queue.retry(email, errorMessage(error))))
      await giveUp(email, errorMessage(error));
    return error === undefined || isAboutEmail(error);
  }

  async function giveUp(email: EmailRow, reason: string): Promise<true> {
    await queue.fail(email, reason);
    counts.givenUp += 1;
    log.error({ subject: email.subject, attempts: email.attempts, reason }, 'email given up');
    return true;
  }

  async function compose(email: QueuedEmail | EmailComposer): Promise<void> {
    try {
      // Deferred, so that response time does not reveal whether the account exists.
      await nextTurn();
      let composed = typeof email === 'function' ? await email() : email;
      if (!composed) return;
      if (await queue.add(composed)) return await job.wake();
      counts.givenUp += 1;
      log.error({ owner: composed.ownerId, subject: composed.message.subject }, 'email dropped: too many are waiting');
    } catch (error) {
      counts.givenUp += 1;
      log.error({ err: error }, 'email not queued');
    }
  }

  async function idle(): Promise<void> {
    while (pending.size > 0) await Promise.allSettled(pending);
  }

  let job = jobs.start(
    'emails',
    () => watched(work()),
    (error) => log.error({ err: error }, 'emails not sent'),
  );
  void watched(job.wake());

  return {
    send: (email) => void watched(compose(email)),
    async store(change, email) {
      if (!(await queue.add(email, change))) throw new ApiError('too-many-requests', undefined, { retrySeconds });
    },
    wake: () => void watched(job.wake()),
    sendOnce: async (message) => {
      let error = await watched(handOver(message));
      return error === undefined ? null : { words: errorMessage(error), isAboutEmail: isAboutEmail(error) };
    },
    state: async () => ({ way: way.way, place: way.place, lastDeliveredAt, lastFailure, ...(await queue.state()) }),
    counts: () => counts,
    idle,
    async close() {
      isClosing = true;
      await job.stop();
      await idle();
      await way.close();
    },
  };
}
