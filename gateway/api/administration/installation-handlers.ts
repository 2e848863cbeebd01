/** The status of the installation, a test mail, and the clock if it is in doubt. */
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import { clockApi } from 'contract/admin/clock';
import { installationApi, type InstallationStatus } from 'contract/admin/installation';
import { time, timeOrNull } from 'contract/floor/time';
import { diskState } from '../../floor/disk';
import { believedAt, seenTime } from '../../floor/installation-clock';
import type { JobStatus } from '../../floor/jobs';
import { renderEmail } from '../../floor/mail/letter';
import type { MailState } from '../../floor/mail/mail';
import type { EmailMessage } from '../../floor/mail/message';
import { findUser } from '../../floor/owners';
import type { EventStoreState } from '../../events/shape/store';
import { exportRunCounts, profileAge, recordsState } from '../../floor/db/state';
import { ApiError } from '../../floor/calls/api-error';
import { confirmClock } from '../../people/administration/clock-confirmation';
import type { Installation } from '../../people/administration/installation';
import { journalStatus } from './journal-handlers';
import type { Services } from '../http/services';
import { serve } from '../http/handler';

/** Time limit for the answer of a mail server. */
const testMailMs = 8_000;

export const installationEndpoints = serve(installationApi, {
  async getInstallationStatus({ parts, act }) {
    let { records, events, mail, installation, log } = parts;
    let orNull = async <T>(asked: Promise<T> | undefined): Promise<T | null> =>
      (await asked?.catch((error: unknown) => void log.warn({ err: error }, 'part of the status is unknown'))) ?? null;
    let [mailNow, disk, recordsNow, eventsNow, journal, dataProvider, exports] = await Promise.all([
      mail.state(),
      orNull(installation.folder === undefined ? undefined : diskState(installation.folder)),
      orNull(recordsState(records)),
      orNull(events.state()),
      orNull(journalStatus(parts)),
      orNull(companyDataOf(parts)),
      orNull(exportRunCounts(records)),
    ]);
    return {
      now: time(act.time),
      version: installation.version ?? null,
      commit: installation.commit ?? null,
      node: process.version,
      zone_rules: process.versions.tz ?? null,
      platform: `${process.platform} ${process.arch}`,
      started_at: time(act.time - process.uptime() * 1_000),
      memory: memory(),
      disk,
      records: recordsNow,
      events: eventsNow && presentEvents(eventsNow),
      journal,
      company_data: dataProvider,
      visitor_ids: visitorIdsOf(installation),
      exports,
      mail: presentMail(mailNow),
      jobs: parts.status.jobs.notes().map(presentJob),
    };
  },

  async sendTestMail({ parts, caller }) {
    let { records, mail, publicUrl } = parts;
    let user = await findUser(records, caller.user.id);
    if (!user) throw new ApiError('user-not-found');
    let seconds = testMailMs / 1_000;
    let silence = `The mail server did not respond within ${seconds} seconds. The email may still arrive.`;
    let stopWaiting = new AbortController();
    let failure = await Promise.race([
      mail.sendOnce(testEmail(user.email, { name: user.name, publicUrl })).then((refused) => refused?.words ?? null),
      pause(testMailMs, silence, { signal: stopWaiting.signal }),
    ]);
    stopWaiting.abort();
    let { way, place } = await mail.state();
    return { to: user.email, way, place, failure };
  },
});

function presentMail({ lastDeliveredAt, lastFailure, troubled, ...state }: MailState): InstallationStatus['mail'] {
  return {
    ...state,
    troubled: troubled.map(({ id, recipient, subject, attempts, created_at, failed_at, due_at, reason }) => ({
      id,
      to: recipient,
      subject,
      attempts,
      created_at: time(created_at),
      next_at: failed_at === null ? time(due_at) : null,
      reason,
    })),
    last_delivered_at: timeOrNull(lastDeliveredAt),
    last_failure: lastFailure && { at: time(lastFailure.at), words: lastFailure.words },
  };
}

function visitorIdsOf({ visitorIds }: Installation): InstallationStatus['visitor_ids'] {
  let kept = visitorIds?.();
  return kept ? { rotation: kept.rotation, ends_at: timeOrNull(kept.ends), is_first_salt: kept.isFirst } : null;
}

function presentEvents({ lastEvent, oldest, newest, ...counts }: EventStoreState): InstallationStatus['events'] {
  return { ...counts, last_event: lastEvent, oldest: timeOrNull(oldest), newest: timeOrNull(newest) };
}

function memory(): InstallationStatus['memory'] {
  let { rss, heapUsed } = process.memoryUsage();
  return {
    resident: rss,
    heap_used: heapUsed,
    heap_limit: v8.getHeapStatistics().heap_size_limit,
    machine_free: os.freemem(),
    machine_total: os.totalmem(),
  };
}

async function companyDataOf({ records, status }: Services): Promise<InstallationStatus['company_data']> {
  let { count, oldest } = await profileAge(records);
  return {
    sources: status.dataSources.map(({ about, name, version, madeAt, problem }) => ({
      about,
      name,
      version,
      made_at: timeOrNull(madeAt),
      problem: problem ?? null,
    })),
    profiles: count,
    oldest_profile_at: timeOrNull(oldest),
  };
}

function presentJob(notes: JobStatus): InstallationStatus['jobs'][number] {
  return {
    id: notes.id,
    every_ms: notes.everyMs,
    last_started_at: timeOrNull(notes.lastStartedAt),
    last_ms: notes.lastMs,
    is_running: notes.isRunning,
    failure: notes.failure,
    runs: notes.runs,
    failures: notes.failures,
    next_at: time(notes.nextAt),
  };
}

function testEmail(to: string, { name, publicUrl }: { name: string; publicUrl: string }): EmailMessage {
  return renderEmail({
    to,
    subject: 'Test email',
    name,
    paragraphs: [
      `This test email confirms that ${new URL(publicUrl).host} can send email. You requested it on the status page.`,
    ],
    note: 'No action needed.',
  });
}

/** Whether the clock is in doubt, and an administrator's confirmation that it is right. */
export const clockEndpoints = serve(clockApi, {
  async getClock({ parts: { records } }) {
    let seen = await seenTime(records);
    if (!seen?.doubt) return { doubt: null };
    let { since, until } = seen.doubt;
    let believed = believedAt(seen);
    return {
      doubt: {
        clock: time(until),
        since: time(since),
        last_seen: time(seen.time),
        // It has passed while another server has another time.
        believed_at: timeOrNull(believed !== null && believed > until ? believed : null),
      },
    };
  },

  async confirmClock({ parts: { records }, body: { since }, act }) {
    if ((await confirmClock(records, Date.parse(since), act)) !== undefined) act.isNoted = true;
    return undefined;
  },
});
