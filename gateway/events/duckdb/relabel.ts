/**
 * Relabels the companies of events stored by earlier versions by the current rules, if these are
 * certain: a company that is none loses its name, others get the measured confidence. Unknown names
 * stay unchanged.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Event } from 'contract/event-fields';
import { columnNames, readStoreVersion } from './migrate';

export interface NamingRules {
  /** By the registered name of the network; undefined if unknown. */
  ofCompany(name: string): Pick<Event, 'connectionType' | 'confidence'> | undefined;
  /** Whether the program makes requests on behalf of others than the network's owner. */
  asksForOthers(userAgent: string): boolean;
}

/** First version whose events were all labelled by the current rules. */
const namedSince = 5;
/** Events per transaction. */
const stepRows = 500_000;

/** Repeatable, so it resumes after a restart. Returns the number of changed events. */
export async function relabelStored(connection: DuckDBConnection, rules: NamingRules): Promise<number> {
  if ((await columnNames(connection, 'events')).length === 0) return 0;
  if ((await readStoreVersion(connection)) >= namedSince) return 0;
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE named AS SELECT DISTINCT company_name AS name, NULL::VARCHAR AS type, NULL::DOUBLE AS ' +
      `confidence FROM events WHERE ${isNamed}`,
  );
  for (let name of await textsOf(connection, 'SELECT name FROM named')) {
    let rule = rules.ofCompany(name);
    if (rule)
      await connection.run('UPDATE named SET type = $2, confidence = $3 WHERE name = $1', [
        name,
        rule.connectionType,
        rule.confidence,
      ]);
  }
  await connection.run('CREATE OR REPLACE TEMP TABLE for_others (agent VARCHAR)');
  for (let agent of await textsOf(connection, `SELECT DISTINCT user_agent FROM events WHERE ${isNamed}`))
    if (rules.asksForOthers(agent)) await connection.run('INSERT INTO for_others VALUES ($1)', [agent]);
  let changed = 0;
  let end = await numberOf(connection, 'SELECT coalesce(max(seq) + 1, 0) FROM events');
  for (let from = 0; from < end; from += stepRows) {
    let step = `events.seq >= ${from} AND events.seq < ${from + stepRows} AND ${isNamed}`;
    changed += await changedBy(connection, [
      `UPDATE events SET ${nobody} WHERE ${step} AND user_agent IN (SELECT agent FROM for_others)`,
      `UPDATE events SET ${nobody}, connection_type = named.type FROM named
        WHERE ${step} AND company_name = named.name AND named.type IS NOT NULL AND named.confidence IS NULL`,
      `UPDATE events SET connection_type = named.type, confidence = named.confidence FROM named
        WHERE ${step} AND company_name = named.name AND named.confidence IS NOT NULL`,
    ]);
  }
  await connection.run('DROP TABLE named; DROP TABLE for_others');
  return changed;
}

/** Cloud providers keep their name, because no page shows them as companies. */
const isNamed = `company_name <> '' AND connection_type <> 'hosting'`;
const nobody = `company_name = '', company_domain = '', confidence = NULL`;

async function changedBy(connection: DuckDBConnection, steps: readonly string[]): Promise<number> {
  let changed = 0;
  await connection.run('BEGIN');
  for (let step of steps) changed += (await connection.run(step)).rowsChanged;
  await connection.run('COMMIT');
  return changed;
}

async function textsOf(connection: DuckDBConnection, text: string): Promise<string[]> {
  return (await (await connection.run(text)).getRows()).map(([value]) => String(value));
}

async function numberOf(connection: DuckDBConnection, text: string): Promise<number> {
  return Number((await (await connection.run(text)).getRows())[0]?.[0] ?? 0);
}
