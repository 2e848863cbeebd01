/** Keeps erased events out of the store. `erased-sql.ts` has the same rule in SQL. */
import type { Event } from 'contract/event-fields';
import { matchOf } from '../shape/corrections';
import type { ErasedKind, Tombstone } from '../../floor/db/tombstone';

export interface ErasedEvents {
  add(tombstones: readonly Tombstone[]): void;
  has(event: Event): boolean;
}

export function createErasedEvents(): ErasedEvents {
  let byName = new Map<string, Tombstone[]>();
  let isOf = (kind: ErasedKind, target: string, event: Event) =>
    (byName.get(nameOf(kind, event.ownerId, target)) ?? []).some(
      ({ until, butNot }) => (until === null || event.time <= until) && !butNot.includes(matchOf(event)),
    );

  return {
    add(tombstones) {
      for (let tombstone of tombstones) {
        let name = nameOf(tombstone.kind, tombstone.ownerId, tombstone.target);
        let others = (byName.get(name) ?? []).filter(({ id }) => id !== tombstone.id);
        byName.set(name, [...others, tombstone]);
      }
    },
    has(event) {
      if (byName.size === 0) return false;
      let { ownerId, artifactId, imagePath, endpointId } = event;
      return (
        isOf('owner', ownerId, event) ||
        isOf('artifact', artifactId, event) ||
        (artifactId === '' && isOf('image', imagePath, event)) ||
        isOf('company', companyOf(event), event) ||
        isOf('match', matchOf(event), event) ||
        isOf('endpoint', String(BigInt.asUintN(64, endpointId)), event)
      );
    },
  };
}

function nameOf(kind: ErasedKind, ownerId: string, target: string): string {
  return `${kind} ${ownerId} ${target}`;
}

function companyOf({ doNotTrack, connectionType, companyDomain, companyName }: Event): string {
  return doNotTrack || connectionType === 'hosting' ? '' : companyDomain || companyName;
}
