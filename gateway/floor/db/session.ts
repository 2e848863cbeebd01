/**
 * A dedicated PostgreSQL connection for listening and locks. It ends within seconds if the server
 * or network does not answer.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SerialQueue } from '../calls/serial-queue';

export interface PgSession {
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  onNotice(take: (payload: string | undefined) => void): void;
  /** Resolves when the connection closes. */
  ended: Promise<void>;
  close(): void;
}

const lookEveryMs = 2_000;
const answerLimitMs = 5_000;

/**
 * How soon the server notices that this process or its machine is gone or suspended, and releases
 * its locks. `idle_session_timeout` needs PostgreSQL 14.
 */
const serverSide =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; ' +
  "set application_name = 'landfall'; " +
  "select set_config(name, '30s', false) from pg_settings where name = 'idle_session_timeout'";

export async function openPgSession(databaseUrl: string): Promise<PgSession> {
  let client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: answerLimitMs,
    query_timeout: answerLimitMs,
    keepAlive: true,
  });
  let over = new AbortController();
  /** The client takes one after the other. */
  let queue = new SerialQueue();
  let close = () => over.abort();
  // An unhandled error would end the process.
  client.on('error', close);
  client.on('end', close);
  let ended = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
  void ended.then(() => client.end().catch(() => undefined));
  try {
    await client.connect();
    await client.query(serverSide);
  } catch (error) {
    close();
    throw error;
  }

  async function look(): Promise<void> {
    while (!over.signal.aborted) {
      await pause(lookEveryMs, undefined, { signal: over.signal, ref: false });
      await queue.run(() => client.query('select 1'));
    }
  }
  look().catch(close);

  return {
    async query(text, values = []) {
      if (over.signal.aborted) throw new Error('The connection to PostgreSQL is lost.');
      let { rows } = await queue.run(() => client.query<Record<string, unknown>>(text, [...values]));
      return rows;
    },
    onNotice: (take) => void client.on('notification', ({ payload }) => take(payload)),
    ended,
    close,
  };
}
