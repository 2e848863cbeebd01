/** Search over the names of an owner's packages and pixels. */
import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import type { PackageTable, PixelTable } from '../db/hosting-schema';
import type { Records, Tables } from '../db/schema';

export interface FoundPixel extends Pick<PixelTable, 'id' | 'name' | 'package_id'> {
  package_name: string | null;
  package_type: PackageTable['type'] | null;
}

/**
 * Packages whose name or type contains the text, at most `limit`; names that start with it first,
 * then by name.
 */
export async function findPackages(
  records: Records,
  ownerId: string,
  text: string,
  limit: number,
): Promise<PackageTable[]> {
  let contains = `%${escaped(text)}%`;
  return records
    .selectFrom('packages')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where((e: ExpressionBuilder<Tables, 'packages'>) => e.or([like('name_key', contains), like('type', contains)]))
    .orderBy(prefixFirst('name_key', text))
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Pixels whose name contains the text, in the same order. */
export async function findPixels(
  records: Records,
  ownerId: string,
  text: string,
  limit: number,
): Promise<FoundPixel[]> {
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
    .where(like('pixels.name_key', `%${escaped(text)}%`))
    .orderBy(prefixFirst('pixels.name_key', text))
    .orderBy('pixels.name_key')
    .orderBy('pixels.id')
    .limit(limit)
    .execute();
}

function like(column: string, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}

function prefixFirst(column: string, text: string): RawBuilder<number> {
  return sql<number>`case when ${like(column, `${escaped(text)}%`)} then 0 else 1 end`;
}

function escaped(text: string): string {
  return text.toLowerCase().replace(/[\\%_]/g, '\\$&');
}
