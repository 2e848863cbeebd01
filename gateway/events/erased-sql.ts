/** The stored events of what was erased, as `tombstone.ts` has it for an event that arrives. */
import type { Artifacts } from './artifacts';
import { companyKey, ofCompanies } from './company-sql';
import { matchKey } from './corrections';
import type { Tombstone } from './tombstone';

/** Part of a WHERE clause. */
export interface Condition {
  text: string;
  parameters: string[];
}

/** The stored events of a tombstone; undefined where it has none. */
export function erasedSql(
  { kind, ownerId, target, butNot, until }: Omit<Tombstone, 'id'>,
  artifacts: Artifacts,
): Condition | undefined {
  let keys = kind === 'artifact' ? artifacts.ofArtifact(target) : artifacts.ofOwner(ownerId);
  if (keys.length === 0) return undefined;
  let all = [`artifact IN (${keys.join(', ')})`];
  if (until !== null) all.push(`time <= make_timestamp(${BigInt(until)}000)`);
  if (kind === 'image') all.push('image_path = $1');
  if (kind === 'company') all.push(ofCompanies, `${companyKey} = $1`);
  if (kind === 'match') all.push(`${matchKey} = $1`);
  if (butNot.length > 0) all.push(`${matchKey} NOT IN (SELECT unnest(from_json($2, '["VARCHAR"]')))`);
  if (kind === 'endpoint') all.push('endpoint_id = $1::UBIGINT');
  let targets = kind === 'owner' || kind === 'artifact' ? [] : [target];
  let parameters = butNot.length > 0 ? [...targets, JSON.stringify(butNot)] : targets;
  return { text: all.join(' AND '), parameters };
}
