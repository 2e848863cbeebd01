/** Search over the names of an owner's packages and pixels. */
import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import { anyCaseCondition, likeText } from '../../floor/db/any-case';
import type { PackageRow, PixelRow } from '../../floor/db/hosting-schema';
import type { Records, Tables } from '../../floor/db/schema';

export interface FoundPixel extends Pick<PixelRow, 'id' | 'name' | 'package_id'> {
  package_name: string | null;
  package_type: PackageRow['type'] | null;
}

/** Packages whose name or type contains the text: names that start with it first, then by name. */
export async function findPackages(
  records: Records,
  ownerId: string,
  text: string,
  limit: number,
): Promise<PackageRow[]> {
  let texts = async () =>
    records.selectFrom('packages').select(['id', 'name as text']).where('owner_id', '=', ownerId).execute();
  let [contains, starts] = await named(records, 'packages', text, texts);
  return records
    .selectFrom('packages')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where((e: ExpressionBuilder<Tables, 'packages'>) => e.or([contains, likeText(records, 'contains', text, 'type')]))
    .orderBy(first(starts))
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Pixels whose name contains the text, ordered like packages. */
export async function findPixels(
  records: Records,
  ownerId: string,
  text: string,
  limit: number,
): Promise<FoundPixel[]> {
  let texts = async () =>
    records.selectFrom('pixels').select(['id', 'name as text']).where('owner_id', '=', ownerId).execute();
  let [contains, starts] = await named(records, 'pixels', text, texts);
  return records
    .selectFrom('pixels')
    .leftJoin('packages', 'packages.id', 'pixels.package_id')
    .select([
      'pixels.id',
      'pixels.name',
      'pixels.package_id',
      'packages.name as package_name',
      'packages.type as package_type',
    ])
    .where('pixels.owner_id', '=', ownerId)
    .where(contains)
    .orderBy(first(starts))
    .orderBy('pixels.name_key')
    .orderBy('pixels.id')
    .limit(limit)
    .execute();
}

async function named(
  records: Records,
  table: 'packages' | 'pixels',
  text: string,
  texts: () => Promise<{ id: string; text: string }[]>,
): Promise<[contains: RawBuilder<boolean>, starts: RawBuilder<boolean>]> {
  let looked = { column: `${table}.name`, id: `${table}.id`, texts };
  return [
    await anyCaseCondition(records, 'contains', text, looked),
    await anyCaseCondition(records, 'starts-with', text, looked),
  ];
}

function first(these: RawBuilder<boolean>): RawBuilder<number> {
  return sql<number>`case when ${these} then 0 else 1 end`;
}
