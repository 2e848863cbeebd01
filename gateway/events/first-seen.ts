/**
 * The dates of companies' first events. They are kept when events are deleted because of their age,
 * and only then: an erasure takes them too.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import * as limits from 'contract/limits';
import type { Artifacts } from './artifacts';
import { msOf } from './columns';
import { companyKey, ofCompanies } from './company-sql';
import { matchKey } from './corrections';
import type { Engine } from './engine';
import type { FirstsQuery } from './company';
import type { Condition } from './erased-sql';
import type { Tombstone } from './tombstone';

/** Keeps the first dates of the companies behind some events. */
export async function keepFirsts(connection: DuckDBConnection, { text, parameters }: Condition): Promise<void> {
  let isLow = `coalesce(confidence < ${limits.lowConfidenceBelow}, false)`;
  await connection.run(
    `INSERT INTO first_seen SELECT artifact, ${matchKey}, ${companyKey}, ${isLow}, min(time) FROM events WHERE ${text} AND ${ofCompanies} ` +
      'GROUP BY 1, 2, 3, 4 ON CONFLICT DO UPDATE SET first = least(first_seen.first, excluded.first)',
    parameters,
  );
}

/** Deletes those that an erasure is about. No date tells which endpoint it was of. */
export async function eraseFirsts(connection: DuckDBConnection, about: Tombstone, artifacts: Artifacts): Promise<void> {
  let { kind, ownerId, target, butNot, until } = about;
  let keys = kind === 'artifact' ? artifacts.ofArtifact(target) : artifacts.ofOwner(ownerId);
  if (keys.length === 0 || kind === 'image' || kind === 'endpoint') return;
  let all = [`artifact IN (${keys.join(', ')})`];
  if (until !== null) all.push(`first <= make_timestamp(${BigInt(until)}000)`);
  let values: string[] = [];
  if (kind === 'company' || kind === 'match') {
    all.push(`${kind} = $1`, `match NOT IN (SELECT unnest(from_json($2, '["VARCHAR"]')))`);
    values.push(target, JSON.stringify(butNot));
  }
  await connection.run(`DELETE FROM first_seen WHERE ${all.join(' AND ')}`, values);
}

/** The kept first dates by company, in milliseconds. */
export async function keptFirsts(
  engine: Engine,
  artifacts: Artifacts,
  { packageIds, pixelIds, includeLowConfidence, corrections = [] }: FirstsQuery,
): Promise<Map<string, number>> {
  let keys = [...artifacts.keysOf('package', packageIds), ...artifacts.keysOf('tracking-pixel', pixelIds)];
  if (keys.length === 0) return new Map();
  let text = `SELECT match, company, low, min(first) FROM first_seen WHERE artifact IN (${keys.join(', ')}) GROUP BY 1, 2, 3`;
  let rows = await engine.read(async (connection) => (await connection.run(text)).getRows());
  let said = new Map(corrections.map((one) => [one.of, one]));
  let firsts = new Map<string, number>();
  for (let [match, label, low, time] of rows) {
    let one = said.get(String(match));
    let company = one ? one.domain || one.name : String(label);
    if (!company || (low && !one && !includeLowConfidence)) continue;
    firsts.set(company, Math.min(msOf(time), firsts.get(company) ?? Number.POSITIVE_INFINITY));
  }
  return firsts;
}
