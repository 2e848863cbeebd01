/** Events that are too old to be kept, as a condition of the table. */
import type { Artifacts } from '../write/artifact-keys';
import type { Dialect } from './dialect';
import type { EventAge } from '../store';

/** Undefined where the owner has no events. */
export function oldSql({ moment }: Dialect, { ownerId, before }: EventAge, artifacts: Artifacts): string | undefined {
  let text = `time < ${moment(BigInt(before))}`;
  if (ownerId === undefined) return text;
  let keys = artifacts.ofOwner(ownerId);
  return keys.length === 0 ? undefined : `${text} AND artifact IN (${keys.join(', ')})`;
}
