import type { ArtifactKeys } from '../shape/artifact-keys';
import { companyKeySql, namesCompanySql } from './company-sql';
import { matchKeySql } from './corrections-sql';
import type { Dialect } from './dialect';
import type { Tombstone } from '../../floor/db/tombstone';

/** Part of a WHERE clause. */
export interface SqlCondition {
  text: string;
  parameters: string[];
}

/**
 * Stored events of a tombstone, by the rule of `write/erased-events.ts`; undefined if there are
 * none.
 */
export function erasedSql(
  dialect: Dialect,
  { kind, ownerId, target, butNot, until }: Omit<Tombstone, 'id'>,
  artifacts: ArtifactKeys,
): SqlCondition | undefined {
  let keys = kind === 'artifact' ? artifacts.ofArtifact(target) : artifacts.ofOwner(ownerId);
  if (keys.length === 0) return undefined;
  let all = [dialect.isAmong(keys)];
  if (until !== null) all.push(`time <= ${dialect.moment(BigInt(until))}`);
  if (kind === 'image') all.push('image_path = $1');
  if (kind === 'company') all.push(namesCompanySql, `${companyKeySql} = $1`);
  if (kind === 'match') all.push(`${matchKeySql(dialect)} = $1`);
  if (butNot.length > 0) all.push(`NOT ${dialect.isListed(matchKeySql(dialect), '$2')}`);
  if (kind === 'endpoint') all.push(`endpoint_id = ${dialect.hash(BigInt(target))}`);
  let targets = kind === 'company' || kind === 'match' || kind === 'image' ? [target] : [];
  let parameters = butNot.length > 0 ? [...targets, JSON.stringify(butNot)] : targets;
  return { text: all.join(' AND '), parameters };
}
