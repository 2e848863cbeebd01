/** PostgreSQL notifications between processes: owners whose rules changed, and jobs to wake. */
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresAdapter, sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { jobIds } from 'contract/admin/installation';
import { openPgSession } from './session';
import type { Records } from './schema';

const channel = 'landfall';
/** Keeps a notification below the limit of 8,000 bytes. */
const ownersAtOnce = 100;
const againAfterMs = 500;

const Said = z.object({ owners: z.array(z.string()).optional(), job: z.enum(jobIds).optional() });
type Said = z.infer<typeof Said>;

/** Sent when the transaction commits. Does nothing with SQLite, which belongs to one process. */
async function tell(records: Records, said: Said): Promise<void> {
  if (!(records.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select pg_notify(${channel}, ${JSON.stringify(said)})`.execute(records);
}

export async function notifyOwnersChanged(records: Records, owners: readonly string[]): Promise<void> {
  for (let i = 0; i < owners.length; i += ownersAtOnce)
    await tell(records, { owners: owners.slice(i, i + ownersAtOnce) });
}

export function notifyJob(records: Records, job: (typeof jobIds)[number]): Promise<void> {
  return tell(records, { job });
}

export interface NotificationParts {
  databaseUrl: string;
  /** Owners written by any process. */
  changed?(owners: readonly string[]): void;
  wake?(job: (typeof jobIds)[number]): void;
  /** Called at each connection: notifications before it may have been missed. */
  connected(): void;
  log: Logger;
}

export interface PgNotifications {
  isConnected(): boolean;
  close(): Promise<void>;
}

/** Reconnects until it is closed. */
export function listenForNotifications({
  databaseUrl,
  changed,
  wake,
  connected,
  log,
}: NotificationParts): PgNotifications {
  let closing = new AbortController();
  let isConnected = false;

  function take(payload: string | undefined): void {
    let said = Said.safeParse(jsonIn(payload));
    // Other programs may use the same channel.
    if (!said.success) return;
    if (said.data.owners) changed?.(said.data.owners);
    if (said.data.job) wake?.(said.data.job);
  }

  async function listen(): Promise<void> {
    let session = await openPgSession(databaseUrl);
    closing.signal.addEventListener('abort', session.close);
    try {
      closing.signal.throwIfAborted();
      session.onNotice(take);
      await session.query(`listen ${channel}`);
      isConnected = true;
      connected();
      await session.ended;
    } finally {
      isConnected = false;
      closing.signal.removeEventListener('abort', session.close);
      session.close();
    }
  }

  async function listenOn(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch((error: unknown) => log.debug({ err: error }, 'PostgreSQL cannot be listened to'));
      await pause(againAfterMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  }

  let listening = listenOn();
  return {
    isConnected: () => isConnected,
    async close() {
      closing.abort();
      await listening;
    },
  };
}

function jsonIn(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
