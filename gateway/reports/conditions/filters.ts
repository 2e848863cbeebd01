/** Stored filters of owners. */
import { uuidv7 } from 'uuidv7';
import { FilterConditions, type FilterScope } from 'contract/analytics/filters';
import type { PageQuery } from 'contract/rules/route';
import { ApiError } from '../../floor/calls/api-error';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import { cutPage, pageWindow, type Page } from '../../floor/db/page';
import type { FilterRow, Records } from '../../floor/db/schema';

const filtersPerOwnerMax = 100;

export interface FilterFields {
  name: string;
  conditions: FilterConditions;
}

export interface FilterList {
  scope?: FilterScope | undefined;
  /** Leaves out those without a name. */
  savedOnly: boolean;
}

/** The conditions of all global filters and of the chosen one. Throws filter-not-found. */
export async function appliedConditions(
  records: Records,
  ownerId: string,
  filterId?: string,
): Promise<FilterConditions[]> {
  let [globals, chosen] = await Promise.all([
    records
      .selectFrom('filters')
      .select('conditions')
      .where('owner_id', '=', ownerId)
      .where('scope', '=', 'global')
      .orderBy('id')
      .execute(),
    filterId ? filterById(records, ownerId, filterId) : undefined,
  ]);
  return [...globals, ...(chosen ? [chosen] : [])].map(storedConditions);
}

export function storedConditions({ conditions }: Pick<FilterRow, 'conditions'>): FilterConditions {
  return FilterConditions.parse(JSON.parse(conditions));
}

/** Throws filter-not-found. */
export async function filterById(records: Records, ownerId: string, id: string): Promise<FilterRow> {
  let row = await records
    .selectFrom('filters')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw new ApiError('filter-not-found', 'filter_id');
  return row;
}

/** Oldest first; `page.after` is the id of a filter. */
export async function filterPage(
  records: Records,
  ownerId: string,
  { scope, savedOnly }: FilterList,
  page: PageQuery,
): Promise<Page<FilterRow>> {
  let all = records
    .selectFrom('filters')
    .where('owner_id', '=', ownerId)
    .$if(scope !== undefined, (q) => q.where('scope', '=', scope!))
    .$if(savedOnly, (q) => q.where('name', '<>', ''));
  let { limit, offset } = pageWindow(page);
  let rows = await all
    .$if(page.after !== undefined, (q) => q.where('id', '>', page.after ?? ''))
    .selectAll()
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await all.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}

/** Throws too-many-filters and filter-already-exists. */
export async function addFilter(
  records: Records,
  { ownerId, scope }: { ownerId: string; scope: FilterScope },
  fields: FilterFields,
  now: number,
): Promise<FilterRow> {
  return withOwnerLock(records, ownerId, async (change) => {
    let row = { id: uuidv7(), owner_id: ownerId, scope, ...stored(fields), created_at: now, updated_at: now };
    let others = await othersOf(change, row);
    if (others.length >= filtersPerOwnerMax) throw new ApiError('too-many-filters');
    refuseDuplicate(row, others);
    await change.insertInto('filters').values(row).execute();
    return row;
  });
}

/** Keeps the scope. Throws filter-not-found and filter-already-exists. */
export async function replaceFilter(
  records: Records,
  { ownerId, id }: { ownerId: string; id: string },
  fields: FilterFields,
  now: number,
): Promise<FilterRow> {
  return withOwnerLock(records, ownerId, async (change) => {
    let after = { ...(await filterById(change, ownerId, id)), ...stored(fields), updated_at: now };
    refuseDuplicate(after, await othersOf(change, after));
    await change.updateTable('filters').set(after).where('id', '=', id).execute();
    return after;
  });
}

/** Throws filter-not-found. */
export async function removeFilter(records: Records, ownerId: string, id: string): Promise<void> {
  await withOwnerLock(records, ownerId, async (change) => {
    await filterById(change, ownerId, id);
    await change.deleteFrom('filters').where('id', '=', id).execute();
  });
}

function stored({ name, conditions }: FilterFields): Pick<FilterRow, 'name' | 'conditions'> {
  return { name, conditions: JSON.stringify(conditions) };
}

async function othersOf(change: Records, { id, owner_id }: FilterRow): Promise<FilterRow[]> {
  return change.selectFrom('filters').selectAll().where('owner_id', '=', owner_id).where('id', '<>', id).execute();
}

/** Global filters are duplicates by their conditions, saved ones by their name. */
function refuseDuplicate(row: FilterRow, others: FilterRow[]): void {
  let alike = others.filter(({ scope }) => scope === row.scope);
  let isDuplicate =
    row.scope === 'global'
      ? alike.some(({ conditions }) => conditions === row.conditions)
      : row.name !== '' && alike.some(({ name }) => name.toLowerCase() === row.name.toLowerCase());
  if (isDuplicate) throw new ApiError('filter-already-exists', 'name');
}
