/**
 * Emails that wait to be sent, as rows of the control store. Their text is sealed, because its links
 * are secrets, and deleted with the row once the email is sent; of a failed one only its recipient,
 * subject and reason remain, for some days.
 */
import { uuidv7 } from 'uuidv7';
import { dayMs, minuteMs } from 'contract/floor/time';
import type { EmailRow } from '../db/account-schema';
import type { Records } from '../db/schema';
import type { SecretSealer } from '../sealer';
import { EmailMessage } from './message';

/** How long a mail without a link that expires is tried. */
const mailLifeMs = 4 * dayMs;
/** Mails that wait to be sent: of one owner, and in all. */
export const mailsWaitingPerOwner = 200;
export const mailsWaiting = 5_000;
/** Mails that were not delivered stay listed this long, and at most so many. */
export const failedMailDays = 7;
const failedMailsMax = 500;
/** Mails with a failure that the status page lists. */
const troubledMailsShown = 20;

/** An email with what the queue needs to know. */
export interface QueuedEmail {
  /** Whose queue it counts for, also if this owner is deleted. */
  ownerId: string;
  message: EmailMessage;
  /** How long the link in it works. Without one, it is tried for some days. */
  lifeMs?: number;
}

interface QueueParts {
  records: Records;
  sealer: SecretSealer;
  /** Milliseconds since 1970. */
  clock: () => number;
}

export type EmailQueue = ReturnType<typeof createEmailQueue>;

/** Pause after each failure; the last one repeats. */
const pausesMs = [1, 2, 5, 10, 15, 30, 60].map((minutes) => minutes * minuteMs);
/** A link is not sent so late that it is about to expire. */
const usefulMs = 5 * minuteMs;
/**
 * After this an attempt counts as interrupted: longer than any time limit of the mail server adds
 * up to.
 */
const leaseMs = 5 * minuteMs;
const reasonMax = 500;
const mailsBesideFullQueue = 3;

export function createEmailQueue({ records, sealer, clock }: QueueParts) {
  /** Whose turn it was: the next one is that of the owner after it, and of the first after the last. */
  let lastOwner = '';

  async function fail({ id }: EmailRow, reason: string): Promise<void> {
    let change = { sealed: '', failed_at: clock(), reason: reason.slice(0, reasonMax) };
    await records.updateTable('emails').set(change).where('id', '=', id).execute();
    let newest = records
      .selectFrom('emails')
      .select('id')
      .where('failed_at', 'is not', null)
      .orderBy('failed_at', 'desc')
      .limit(failedMailsMax);
    await records.deleteFrom('emails').where('failed_at', 'is not', null).where('id', 'not in', newest).execute();
  }

  return {
    /** False if too many wait already. `change` is the transaction of what the email is about. */
    async add({ ownerId, message, lifeMs = mailLifeMs }: QueuedEmail, change = records): Promise<boolean> {
      let { all, own } = await waitingOf(change, ownerId);
      // A full queue of others leaves room for a few of each owner.
      let most = Number(all) < mailsWaiting ? mailsWaitingPerOwner : mailsBesideFullQueue;
      if (Number(own) >= most) return false;
      let [id, now] = [uuidv7(), clock()];
      let row: EmailRow = {
        id,
        owner_id: ownerId,
        recipient: message.to,
        subject: message.subject,
        sealed: sealer.seal(JSON.stringify(message), id),
        attempts: 0,
        due_at: now,
        created_at: now,
        expires_at: now + Math.min(lifeMs, mailLifeMs),
        failed_at: null,
        reason: '',
      };
      await change.insertInto('emails').values(row).execute();
      return true;
    },

    /**
     * Claims the next email that is due, unless it is `inHand`. Owners take turns, so that a hundred
     * emails of one delay those of another by one; each owner's own go in the order they were due.
     */
    async claim(inHand: Iterable<string>): Promise<EmailRow | undefined> {
      for (;;) {
        let now = clock();
        let row = await nextDue(records, { now, lastOwner, inHand });
        if (!row) return undefined;
        let claim = { attempts: row.attempts + 1, due_at: now + leaseMs };
        let { numUpdatedRows } = await records
          .updateTable('emails')
          .set(claim)
          .where('id', '=', row.id)
          .where('attempts', '=', row.attempts)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) continue;
        lastOwner = row.owner_id;
        return { ...row, ...claim };
      }
    },

    /** Undefined if no secret of the installation opens it. */
    read({ id, sealed }: EmailRow): EmailMessage | undefined {
      let text = sealer.open(sealed, id);
      return text === undefined ? undefined : EmailMessage.parse(JSON.parse(text));
    },

    /** Deletes an email that was sent, and its links with it. */
    async remove({ id }: EmailRow): Promise<void> {
      await records.deleteFrom('emails').where('id', '=', id).execute();
    },

    fail,

    /** Whether it is tried again: its link works long enough. */
    async retry({ id, attempts, expires_at }: EmailRow, reason: string): Promise<boolean> {
      let now = clock();
      let pause = pausesMs[attempts - 1] ?? pausesMs.at(-1)!;
      let due_at = Math.min(now + pause, expires_at - usefulMs);
      if (due_at <= now) return false;
      let change = { due_at, reason: reason.slice(0, reasonMax) };
      await records.updateTable('emails').set(change).where('id', '=', id).execute();
      return true;
    },

    async forgetFailed(now: number): Promise<void> {
      let time = now - failedMailDays * dayMs;
      await records.deleteFrom('emails').where('failed_at', '<', time).execute();
    },

    state: () => stateOf(records),
  };
}

/** How many wait: in all, and of one owner. */
function waitingOf(records: Records, ownerId: string) {
  return records
    .selectFrom('emails')
    .select((e) => [
      e.fn.countAll<number>().as('all'),
      e.fn.countAll<number>().filterWhere('owner_id', '=', ownerId).as('own'),
    ])
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
}

interface Turn {
  now: number;
  lastOwner: string;
  inHand: Iterable<string>;
}

function nextDue(records: Records, { now, lastOwner, inHand }: Turn): Promise<EmailRow | undefined> {
  return (
    records
      .selectFrom('emails')
      .selectAll()
      .where('failed_at', 'is', null)
      .where('due_at', '<=', now)
      // Not every database takes an empty list.
      .where('id', 'not in', ['', ...inHand])
      .orderBy((e) => e.case().when('owner_id', '>', lastOwner).then(0).else(1).end())
      .orderBy('owner_id')
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  );
}

/** How many wait and failed, and the newest that failed at least once. */
async function stateOf(records: Records) {
  let { waiting, failed } = await records
    .selectFrom('emails')
    .select((e) => [
      e.fn.countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
      e.fn.count<number>('failed_at').as('failed'),
    ])
    .executeTakeFirstOrThrow();
  let troubled = await records
    .selectFrom('emails')
    .select(['id', 'recipient', 'subject', 'attempts', 'due_at', 'created_at', 'failed_at', 'reason'])
    .where('reason', '!=', '')
    .orderBy('id', 'desc')
    .limit(troubledMailsShown)
    .execute();
  return { waiting: Number(waiting), failed: Number(failed), troubled };
}
