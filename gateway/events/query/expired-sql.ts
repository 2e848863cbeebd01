import type { ArtifactKeys } from '../shape/artifact-keys';
import type { Dialect } from './dialect';
import type { SqlCondition } from './erased-sql';
import type { ExpiredEvents } from '../shape/store';

/** The condition for events past their retention; undefined if the owner has none. */
export function expiredSql(
  { moment, isAmong }: Dialect,
  { ownerId, before }: ExpiredEvents,
  artifacts: ArtifactKeys,
): SqlCondition | undefined {
  let text = `time < ${moment(BigInt(before))}`;
  if (ownerId === undefined) return { text, parameters: [] };
  let keys = artifacts.ofOwner(ownerId);
  return keys.length === 0 ? undefined : { text: `${text} AND ${isAmong(keys)}`, parameters: [] };
}
