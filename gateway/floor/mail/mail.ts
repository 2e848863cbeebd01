/**
 * Outgoing email through SMTP, or as files without a server. Sending never delays or fails a
 * response.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Jobs } from '../jobs';
import type { EmailMessage } from './message';
import { smtpTransport, outboxTransport, type ByAge } from './transports';

type EmailComposer = () => Promise<EmailMessage | undefined>;

export interface Mail {
  /**
   * Sends in the background; a function can compose the email (or none) later. Failed deliveries
   * are retried, then logged.
   */
  send(message: EmailMessage | EmailComposer): void;
  /** One attempt; returns whether it was accepted. */
  deliver(message: EmailMessage): Promise<boolean>;
  /** One attempt; returns the error, or null. */
  sendOnce(message: EmailMessage): Promise<string | null>;
  state(): MailState;
  /** Resolves when no delivery is running. */
  idle(): Promise<void>;
  /** Lets running deliveries finish, and retries none. */
  close(): Promise<void>;
}

interface MailState {
  way: 'smtp' | 'outbox';
  /** Server with its port, or folder. */
  place: string;
  /** Running, or waiting for a retry. */
  waiting: number;
  lastDeliveredAt: number | null;
  lastFailure: { at: number; words: string } | null;
  counts: { delivered: number; failed: number };
  /** Not delivered after all attempts. */
  givenUp: number;
}

export interface MailOptions {
  /**
   * `smtp://user:password@host:587` or `smtps://…`, or a folder that gets an `.eml` file per email,
   * for some days.
   */
  place: { smtpUrl: string } | { outbox: string; days?: number };
  /** `Name <address>`. */
  from: string;
  /** Milliseconds before each retry. */
  retryAfterMs?: readonly number[];
  jobs?: Jobs;
  /** Deletes old files of the folder, unless the clock is in doubt. */
  byAge?: ByAge;
  log: Logger;
}

const defaultRetryAfterMs = [10_000, 60_000];

export function createMail({ place, from, retryAfterMs = defaultRetryAfterMs, jobs, byAge, log }: MailOptions): Mail {
  let way =
    'smtpUrl' in place ? smtpTransport(place.smtpUrl) : outboxTransport(place.outbox, log, place.days, { jobs, byAge });
  let lastDeliveredAt: number | null = null;
  let lastFailure: MailState['lastFailure'] = null;
  let counts = { delivered: 0, failed: 0 };
  let givenUp = 0;
  let handOver = async (message: EmailMessage): Promise<void> => {
    try {
      await way.deliver({ ...message, from });
      lastDeliveredAt = Date.now();
      counts.delivered += 1;
    } catch (error) {
      counts.failed += 1;
      lastFailure = { at: Date.now(), words: wordsOf(error) };
      log.warn({ err: error, subject: message.subject }, 'email not delivered');
      throw error;
    }
  };
  let closing = new AbortController();
  let pending = new Set<Promise<void>>();
  let attempt = async (message: EmailMessage): Promise<void> => {
    for (let pause of [0, ...retryAfterMs]) {
      try {
        if (pause > 0) await wait(pause, undefined, { signal: closing.signal, ref: false });
        return await handOver(message);
      } catch {
        if (closing.signal.aborted) return;
      }
    }
    givenUp += 1;
    log.error({ subject: message.subject }, 'email given up after all attempts');
  };
  let tryOut = (message: EmailMessage): Promise<string | null> => {
    let trying = handOver(message).then(() => null, wordsOf);
    let delivery = trying.then(() => void pending.delete(delivery));
    pending.add(delivery);
    return trying;
  };
  let write = async (writer: EmailComposer): Promise<void> => {
    try {
      // Deferred, so that response time does not reveal whether the account exists.
      await nextTurn();
      let message = await writer();
      if (message) await attempt(message);
    } catch (error) {
      log.error({ err: error }, 'email not written');
    }
  };
  return {
    send(message) {
      let sending = typeof message === 'function' ? write(message) : attempt(message);
      let delivery = sending.finally(() => pending.delete(delivery));
      pending.add(delivery);
    },
    deliver: async (message) => (await tryOut(message)) === null,
    sendOnce: tryOut,
    state: () => ({
      way: way.way,
      place: way.place,
      waiting: pending.size,
      lastDeliveredAt,
      lastFailure,
      counts: { ...counts },
      givenUp,
    }),
    async idle() {
      while (pending.size > 0) await Promise.all(pending);
    },
    async close() {
      closing.abort();
      await Promise.all(pending);
      await way.close();
    },
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
