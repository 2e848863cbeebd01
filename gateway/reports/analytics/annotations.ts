/** Stored annotations of owners. */
import { sql } from 'kysely';
import type { AnnotationsQuery } from 'contract/analytics/annotations';
import { recordAudit, type ActorContext } from '../../floor/audit';
import type { OwnerRow } from '../../floor/db/account-schema';
import { anyCaseCondition } from '../../floor/db/any-case';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import { cutPage, pageWindow, type Page } from '../../floor/db/page';
import type { AnnotationRow, Records } from '../../floor/db/schema';
import { ApiError } from '../../floor/calls/api-error';

export const annotationsPerOwnerMax = 1_000;

export interface ListedAnnotation extends AnnotationRow {
  created_by_name: string | null;
  package_name: string | null;
}

const names = ['owners.name as created_by_name', 'packages.name as package_name'] as const;

function listed(records: Records, ownerId: string) {
  return records
    .selectFrom('annotations')
    .leftJoin('owners', 'owners.id', 'annotations.created_by')
    .leftJoin('packages', 'packages.id', 'annotations.package_id')
    .where('annotations.owner_id', '=', ownerId);
}

/** By day, then by time of creation, newest first. */
export async function annotationPage(
  records: Records,
  ownerId: string,
  query: AnnotationsQuery,
): Promise<Page<ListedAnnotation>> {
  let { start_date: from, end_date: to, package_id: packages, search, after } = query;
  let isFound = await anyCaseCondition(records, 'contains', search, {
    column: 'text',
    id: 'annotations.id',
    texts: () => records.selectFrom('annotations').select(['id', 'text']).where('owner_id', '=', ownerId).execute(),
  });
  let some = listed(records, ownerId)
    .$if(from !== undefined, (q) => q.where('day', '>=', from!))
    .$if(to !== undefined, (q) => q.where('day', '<=', to!))
    .$if(packages.length > 0, (q) =>
      q.where((e) => e.or([e('package_id', 'is', null), e('package_id', 'in', packages)])),
    )
    .$if(search !== '', (q) => q.where(isFound));
  let { limit, offset } = pageWindow(query);
  let last = after === undefined ? undefined : await annotationById(records, ownerId, after);
  let rows = await some
    .$if(last !== undefined, (q) => q.where(sql<boolean>`(day, annotations.id) < (${last!.day}, ${last!.id})`))
    .selectAll('annotations')
    .select(names)
    .orderBy('day', 'desc')
    .orderBy('annotations.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await some.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows, Number(total), query);
}

/** Throws annotation-not-found. */
export async function annotationById(records: Records, ownerId: string, id: string): Promise<ListedAnnotation> {
  let found = await listed(records, ownerId)
    .where('annotations.id', '=', id)
    .selectAll('annotations')
    .select(names)
    .executeTakeFirst();
  if (!found) throw new ApiError('annotation-not-found');
  return found;
}

/** Throws too-many-annotations. */
export async function addAnnotation(
  records: Records,
  owner: OwnerRow,
  row: AnnotationRow,
  act: ActorContext,
): Promise<ListedAnnotation> {
  return withOwnerLock(records, owner.id, async (change) => {
    let { total } = await change
      .selectFrom('annotations')
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('owner_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    if (Number(total) >= annotationsPerOwnerMax) throw new ApiError('too-many-annotations');
    await change.insertInto('annotations').values(row).execute();
    await recordAudit(change, act, { action: 'annotation-created', owner, target: auditTarget(row) });
    return annotationById(change, owner.id, row.id);
  });
}

/** Throws annotation-not-found. */
export async function replaceAnnotation(
  records: Records,
  owner: OwnerRow,
  { id, ...fields }: Pick<AnnotationRow, 'id' | 'day' | 'text' | 'package_id'>,
  act: ActorContext,
): Promise<ListedAnnotation> {
  return withOwnerLock(records, owner.id, async (change) => {
    let before = await annotationById(change, owner.id, id);
    await change
      .updateTable('annotations')
      .set({ ...fields, updated_at: act.time })
      .where('id', '=', id)
      .execute();
    let target = `${auditTarget(before)} → ${auditTarget(fields)}`;
    await recordAudit(change, act, { action: 'annotation-changed', owner, target });
    return annotationById(change, owner.id, id);
  });
}

/** Throws annotation-not-found. */
export async function removeAnnotation(
  records: Records,
  owner: OwnerRow,
  id: string,
  act: ActorContext,
): Promise<void> {
  await withOwnerLock(records, owner.id, async (change) => {
    let row = await annotationById(change, owner.id, id);
    await change.deleteFrom('annotations').where('id', '=', id).execute();
    await recordAudit(change, act, { action: 'annotation-deleted', owner, target: auditTarget(row) });
  });
}

/** `2026-11-23: Launch post on the front page`. */
function auditTarget({ day, text }: Pick<AnnotationRow, 'day' | 'text'>): string {
  return `${day}: ${text}`;
}
