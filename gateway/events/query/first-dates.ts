/**
 * The dates of companies' first events. They are kept when events are deleted because of their age,
 * and only then: an erasure takes them too.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import * as limits from 'contract/limits';
import type { Artifacts } from '../write/artifact-keys';
import { companyKey, ofCompanies } from './company-sql';
import { matchKey } from './corrections-sql';
import type { Answering, Dialect } from './dialect';
import { duckdbDialect } from '../duckdb/dialect';
import type { FirstsQuery } from './company';
import type { Condition } from './erased-sql';
import type { Tombstone } from '../../floor/tombstone';

/** Keeps the first dates of the companies behind some events. */
export async function keepFirsts(connection: DuckDBConnection, { text, parameters }: Condition): Promise<void> {
  let isLow = `coalesce(confidence < ${limits.lowConfidenceBelow}, false)`;
  await connection.run(
    `INSERT INTO first_seen SELECT artifact, ${matchKey(duckdbDialect)}, ${companyKey}, ${isLow}, min(time) FROM events WHERE ${text} AND ${ofCompanies} ` +
      'GROUP BY 1, 2, 3, 4 ON CONFLICT DO UPDATE SET first = least(first_seen.first, excluded.first)',
    parameters,
  );
}

/**
 * Those that an erasure is about; undefined where there are none. No date tells which endpoint it
 * was of.
 */
export function erasedFirstsSql(
  dialect: Dialect,
  { kind, ownerId, target, butNot, until }: Tombstone,
  artifacts: Artifacts,
): Condition | undefined {
  let keys = kind === 'artifact' ? artifacts.ofArtifact(target) : artifacts.ofOwner(ownerId);
  if (keys.length === 0 || kind === 'image' || kind === 'endpoint') return undefined;
  let all = [`artifact IN (${keys.join(', ')})`];
  if (until !== null) all.push(`first <= ${dialect.moment(BigInt(until))}`);
  if (kind !== 'company' && kind !== 'match') return { text: all.join(' AND '), parameters: [] };
  all.push(`${kind} = $1`, `match NOT IN (${dialect.listed('$2')})`);
  return { text: all.join(' AND '), parameters: [target, JSON.stringify(butNot)] };
}

/** Deletes those that an erasure is about. */
export async function eraseFirsts(connection: DuckDBConnection, about: Tombstone, artifacts: Artifacts): Promise<void> {
  let erased = erasedFirstsSql(duckdbDialect, about, artifacts);
  if (erased) await connection.run(`DELETE FROM first_seen WHERE ${erased.text}`, erased.parameters);
}

/** The kept first dates by company, in milliseconds. */
export async function keptFirsts(
  { dialect, read }: Answering,
  artifacts: Artifacts,
  { packageIds, pixelIds, includeLowConfidence, corrections = [], gone }: FirstsQuery,
): Promise<Map<string, number>> {
  let keys = [...artifacts.keysOf('package', packageIds), ...artifacts.keysOf('tracking-pixel', pixelIds)];
  if (keys.length === 0) return new Map();
  let text = `SELECT match, company, low, min(first) AS first FROM first_seen WHERE artifact IN (${keys.join(', ')}) GROUP BY 1, 2, 3`;
  let rows = await read((ask) => ask(text), { keys, gone });
  let said = new Map(corrections.map((one) => [one.of, one]));
  let firsts = new Map<string, number>();
  for (let { match, company: label, low, first } of rows) {
    let one = said.get(String(match));
    let company = one ? one.domain || one.name : String(label);
    if (!company || (low && !one && !includeLowConfidence)) continue;
    firsts.set(company, Math.min(dialect.msOf(first), firsts.get(company) ?? Number.POSITIVE_INFINITY));
  }
  return firsts;
}
