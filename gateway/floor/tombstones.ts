/**
 * Tombstones, written in the transaction of a deletion and kept forever, so that neither the
 * journal nor a backup of the event store restores the events.
 */
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { docker } from 'contract/packages/package-types/docker';
import { parseJson } from 'contract/floor/json';
import { deleteArchivesOf } from './archive-records';
import { alertCompanyKey } from './db/alert-schema';
import type { PackageRow } from './db/hosting-schema';
import type { Records } from './db/schema';
import type { Tombstone } from './db/tombstone';

export type NewTombstone = Omit<Tombstone, 'id' | 'butNot'> & Partial<Pick<Tombstone, 'butNot'>>;

/** Oldest first. */
export async function allTombstones(records: Records): Promise<Tombstone[]> {
  let rows = await records.selectFrom('tombstones').selectAll().orderBy('id').execute();
  return rows.map(({ id, kind, owner_id, target, but_not, until }) => ({
    id,
    kind,
    ownerId: owner_id,
    target,
    butNot: parseJson(z.array(z.string()), but_not),
    until,
  }));
}

export async function countTombstones(records: Records): Promise<number> {
  let count = records.selectFrom('tombstones').select((e) => e.fn.countAll<number>().as('all'));
  return Number((await count.executeTakeFirstOrThrow()).all);
}

export async function addOwnerTombstone(change: Records, ownerId: string, now: number): Promise<void> {
  await addTombstone(change, { kind: 'owner', ownerId, target: ownerId, until: null }, now);
}

export async function addPixelTombstone(change: Records, ownerId: string, id: string, now: number): Promise<void> {
  await addTombstone(change, { kind: 'artifact', ownerId, target: id, until: null }, now);
}

/**
 * Pulls through a collection have no package at first, so earlier ones are erased by image: they
 * would recreate the package.
 */
export async function addPackageTombstones(change: Records, row: PackageRow, now: number): Promise<void> {
  let { id, owner_id: ownerId, type, name, repository_name } = row;
  await addTombstone(change, { kind: 'artifact', ownerId, target: id, until: null }, now);
  if (type !== docker.name) return;
  for (let image of new Set([name, repository_name ?? name]))
    await addTombstone(change, { kind: 'image', ownerId, target: image, until: now }, now);
}

/** Also deletes the owner's archives. */
export async function addTombstone(
  change: Records,
  { kind, ownerId, target, butNot = [], until }: NewTombstone,
  now: number,
): Promise<void> {
  await deleteArchivesOf(change, ownerId);
  await change
    .insertInto('tombstones')
    .values({ id: uuidv7(), kind, owner_id: ownerId, target, but_not: JSON.stringify(butNot), until, created_at: now })
    .execute();
}

/**
 * Deletes a company's profile and notices, which would not be recreated once its events are gone.
 */
export async function deleteCompanyRecords(
  records: Records,
  { ownerId, target: company }: Pick<Tombstone, 'ownerId' | 'target'>,
) {
  await records.deleteFrom('company_profiles').where('owner_id', '=', ownerId).where('domain', '=', company).execute();
  await records
    .deleteFrom('alert_told')
    .where('key', '=', alertCompanyKey(company))
    .where('alert_id', 'in', (q) => q.selectFrom('alerts').select('id').where('owner_id', '=', ownerId))
    .execute();
  let inMessage = JSON.stringify(company);
  await records
    .deleteFrom('deliveries')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`replace(message, ${inMessage}, '') <> message`)
    .execute();
}

/** Deletes the owner's corrections for a company. */
export async function deleteCorrections(change: Records, ownerId: string, company: string): Promise<void> {
  await change
    .deleteFrom('company_corrections')
    .where('owner_id', '=', ownerId)
    .where((e) =>
      e.or([e('company_domain', '=', company), e.and([e('company_domain', '=', ''), e('company_name', '=', company)])]),
    )
    .execute();
}
