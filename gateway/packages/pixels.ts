/** Tracking pixels of owners: found, listed, made, changed, deleted. */
import type { Expression, SqlBool } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { PageQuery } from 'contract/rules/route';
import { ApiError } from '../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../floor/audit';
import { addPixelTombstone } from '../floor/tombstones';
import { changeOwner } from '../floor/db/owner-transaction';
import { isDuplicate } from '../floor/db/dialect';
import { dropUnusedDomains } from './hosts/custom-domains';
import { addDomainRow } from './domains';
import type { OwnAddresses } from './hosts/hosts';
import { afterCursor, cutPage, pageWindow, type Cursor, type Page } from '../floor/db/page';
import type { OwnerRow } from '../floor/db/account-schema';
import type { PackageRow, PixelRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';

export type PixelFields = Pick<
  PixelRow,
  | 'name'
  | 'package_id'
  | 'importance'
  | 'track_companies'
  | 'keep_referrer_query'
  | 'short_description'
  | 'long_description'
>;

/** A pixel with the package it belongs to, where it belongs to one. */
export interface LabelledPixel extends PixelRow {
  package_name: string | null;
  package_type: PackageRow['type'] | null;
}

function labelled(records: Records) {
  return records
    .selectFrom('pixels')
    .leftJoin('packages', 'packages.id', 'pixels.package_id')
    .selectAll('pixels')
    .select(['packages.name as package_name', 'packages.type as package_type']);
}

/** A pixel of an owner. Refuses with pixel-not-found. */
export async function pixelById(records: Records, ownerId: string, id: string): Promise<LabelledPixel> {
  let row = await labelled(records)
    .where('pixels.id', '=', id)
    .where('pixels.owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw new ApiError('pixel-not-found');
  return row;
}

/** Pixels of an owner in name order. `after` is the id or the name of a pixel. */
export async function pixelsOf(records: Records, ownerId: string, page: PageQuery): Promise<Page<LabelledPixel>> {
  let cursor = page.after === undefined ? undefined : await cursorOf(records, ownerId, page.after);
  let { limit, offset } = pageWindow(page);
  let rows = await labelled(records)
    .where('pixels.owner_id', '=', ownerId)
    .where(afterCursor(cursor, 'pixels.name_key', 'pixels.id'))
    .orderBy('pixels.name_key')
    .orderBy('pixels.id')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await records
    .selectFrom('pixels')
    .where('owner_id', '=', ownerId)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}

async function cursorOf(records: Records, ownerId: string, after: string): Promise<Cursor> {
  let row = await records
    .selectFrom('pixels')
    .select(['id', 'name_key'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', after)
    .executeTakeFirst();
  return row ? { nameKey: row.name_key, id: row.id } : { nameKey: after.toLowerCase() };
}

/** Pixels that belong to a package, by name. */
export async function pixelsOfPackage(records: Records, packageId: string): Promise<LabelledPixel[]> {
  return labelled(records)
    .where('pixels.package_id', '=', packageId)
    .orderBy('pixels.name_key')
    .orderBy('pixels.id')
    .execute();
}

/** Every pixel of an owner, or those with the given ids, as id and name. */
export async function pixelNames(
  records: Records,
  ownerId: string,
  ids?: readonly string[],
): Promise<Map<string, string>> {
  let rows = await records
    .selectFrom('pixels')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .$if(ids !== undefined, (q) => q.where((e): Expression<SqlBool> => e('id', 'in', ids?.length ? ids : [''])))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/**
 * Makes a pixel, which the common pixel host serves. Refuses with name-already-exists and
 * invalid-package-owner.
 */
export async function createPixel(
  { records, ...own }: { records: Records } & OwnAddresses,
  owner: OwnerRow,
  fields: PixelFields,
  now: number,
): Promise<LabelledPixel> {
  return changeOwner(records, owner.id, async (change) => {
    await refuseForeignPackage(change, owner.id, fields.package_id);
    let name_key = fields.name.toLowerCase();
    let pixel = { id: uuidv7(), owner_id: owner.id, ...fields, name_key, created_at: now, updated_at: now };
    await refusingDuplicates(change.insertInto('pixels').values(pixel).execute());
    await addDomainRow(change, { pixel }, { name: null, own }, now);
    return pixelById(change, owner.id, pixel.id);
  });
}

/** Changes a pixel. Refuses with pixel-not-found, name-already-exists and invalid-package-owner. */
export async function updatePixel(
  records: Records,
  { ownerId, id }: { ownerId: string; id: string },
  fields: PixelFields,
  now: number,
): Promise<LabelledPixel> {
  return changeOwner(records, ownerId, async (change) => {
    await pixelById(change, ownerId, id);
    await refuseForeignPackage(change, ownerId, fields.package_id);
    let after = { ...fields, name_key: fields.name.toLowerCase(), updated_at: now };
    await refusingDuplicates(change.updateTable('pixels').set(after).where('id', '=', id).execute());
    return pixelById(change, ownerId, id);
  });
}

/** Deletes a pixel with its domains. Refuses with pixel-not-found. */
export async function deletePixel(records: Records, owner: OwnerRow, id: string, act: ActorContext): Promise<void> {
  await changeOwner(records, owner.id, async (change) => {
    let { name } = await pixelById(change, owner.id, id);
    await addPixelTombstone(change, owner.id, id, act.time);
    await change.deleteFrom('pixels').where('id', '=', id).execute();
    await dropUnusedDomains(change, owner.id);
    await recordAudit(change, act, { action: 'pixel-deleted', owner, target: name });
  });
}

async function refuseForeignPackage(change: Records, ownerId: string, packageId: string | null): Promise<void> {
  if (packageId === null) return;
  let row = await change
    .selectFrom('packages')
    .select('id')
    .where('id', '=', packageId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw new ApiError('invalid-package-owner', 'package_id');
}

async function refusingDuplicates(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (isDuplicate(error, 'pixels', ['owner_id', 'name'])) throw new ApiError('name-already-exists', 'name');
    throw error;
  }
}
