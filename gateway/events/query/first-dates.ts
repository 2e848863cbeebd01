/**
 * First dates of companies, kept when retention deletes the events; an erasure deletes them too.
 */
import type { ArtifactKeys } from '../shape/artifact-keys';
import type { QueryEngine, Dialect } from './dialect';
import type { FirstDatesQuery } from '../shape/company';
import { companyKeySql, namesCompanySql } from './company-sql';
import { matchKeySql } from './corrections-sql';
import type { SqlCondition } from './erased-sql';
import { confidentSql } from './filter';
import type { Tombstone } from '../../floor/db/tombstone';

/** First dates covered by an erasure. Those of images and endpoints are not known. */
export function erasedFirstDatesSql(
  dialect: Dialect,
  { kind, ownerId, target, butNot, until }: Tombstone,
  artifacts: ArtifactKeys,
): SqlCondition | undefined {
  let keys = kind === 'artifact' ? artifacts.ofArtifact(target) : artifacts.ofOwner(ownerId);
  if (keys.length === 0 || kind === 'image' || kind === 'endpoint') return undefined;
  let all = [`artifact IN (${keys.join(', ')})`];
  if (until !== null) all.push(`first <= ${dialect.moment(BigInt(until))}`);
  if (kind !== 'company' && kind !== 'match') return { text: all.join(' AND '), parameters: [] };
  all.push(`${kind} = $1`, `NOT ${dialect.isListed('match', '$2')}`);
  return { text: all.join(' AND '), parameters: [target, JSON.stringify(butNot)] };
}

/** By company, in milliseconds. */
export async function firstDates(
  { dialect, read }: QueryEngine,
  artifacts: ArtifactKeys,
  { packageIds, pixelIds, includeLowConfidence, corrections = [], signal: gone }: FirstDatesQuery,
): Promise<Map<string, number>> {
  let keys = [...artifacts.keysOf('package', packageIds), ...artifacts.keysOf('tracking-pixel', pixelIds)];
  if (keys.length === 0) return new Map();
  let text = `SELECT match, company, low, min(first) AS first FROM first_seen WHERE artifact IN (${keys.join(', ')}) GROUP BY 1, 2, 3`;
  let rows = await read((ask) => ask(text), { keys, signal: gone });
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

/** Keeps the first dates of companies, before events that meet the condition are deleted. */
export function keepFirstDatesSql(dialect: Dialect, where: string): string {
  return (
    `INSERT INTO first_seen SELECT artifact, ${matchKeySql(dialect)}, ${companyKeySql}, NOT ${confidentSql}, min(time) ` +
    `FROM events WHERE ${where} AND ${namesCompanySql} GROUP BY 1, 2, 3, 4`
  );
}
