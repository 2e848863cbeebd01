/** What `landfall move` is asked to do: its arguments, and the stores of the environment. */
import { parseArgs } from 'node:util';
import { checkedAddress } from 'gateway/events/clickhouse/address';
import type { ServerAddress } from 'gateway/events/clickhouse/client';
import { errorMessage } from 'net/error-message';
import { withSecretFiles } from 'sealing/secret-files';
import { SettingsError } from '../server/settings';
import { CommandError } from './command-error';

export const moveUsage = `Usage:
  landfall move           Copy people and packages from SQLite to an empty
                          PostgreSQL database, and events from DuckDB, or from
                          the database of EVENTS_URL, to an empty ClickHouse
                          database, for each URL that is set.
    --check               Only check whether the move is possible

URLs contain passwords, so they are read from the environment, or from files it names:
  NEW_DATABASE_URL, NEW_DATABASE_URL_FILE         PostgreSQL
  NEW_EVENTS_URL, NEW_EVENTS_URL_FILE             ClickHouse
  NEW_EVENTS_CLUSTER_NAME                         the name of its cluster, if it is one

Run it first while the server runs: it copies and compares everything and prints
the duration. Then stop the server and run it again: it copies the rest,
compares every table and every day of every package, and prints the settings to
change. An interrupted move continues where it stopped.

Exit codes: 0 equal, 1 different, 2 not possible.
`;

/** Old stores and new ones. */
export interface Asked {
  database: string | undefined;
  events: ServerAddress | undefined;
  /** The database on ClickHouse that has the events now; undefined if DuckDB does. */
  from: string | undefined;
}

interface Parsed extends Asked {
  isCheck: boolean;
  environment: Record<string, string | undefined>;
}

/** Throws CommandError for wrong usage, and SettingsError for a wrong URL. */
export function parsedMove(args: string[]): Parsed {
  try {
    let { values } = parseArgs({ args, options: { check: { type: 'boolean', default: false } } });
    let given = withSecretFiles(process.env);
    let { NEW_DATABASE_URL: database, NEW_EVENTS_URL: url, NEW_EVENTS_CLUSTER_NAME: cluster } = given;
    if (!database && !url) throw new Error('Set NEW_DATABASE_URL or NEW_EVENTS_URL');
    if (database && !/^postgres(ql)?:/.test(database)) throw new Error('NEW_DATABASE_URL starts with postgres://');
    let { EVENTS_URL: old, ...environment } = given;
    return {
      database: database || undefined,
      events: url
        ? { url: checked('NEW_EVENTS_URL', () => checkedAddress(url)), cluster: cluster || undefined }
        : undefined,
      from: old ? checked('EVENTS_URL', () => checkedAddress(old)) : undefined,
      // Files have been read. Without EVENTS_URL, which needs the database that records move to.
      environment: Object.fromEntries(Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'))),
      isCheck: values.check,
    };
  } catch (error) {
    throw error instanceof SettingsError ? error : new CommandError(error, moveUsage);
  }
}

function checked<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new SettingsError(`${name} ${errorMessage(error)}`);
  }
}
