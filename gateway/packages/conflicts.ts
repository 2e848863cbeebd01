/**
 * Rules between packages of one owner that share a host: no request may have two answers. Owners
 * never share hosts.
 */
import type { PackageRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';
import { recordsOf } from './types/list';

/**
 * Refuses with package-is-conflicting when a package and another one of its type have two answers
 * to one request, in the way the type knows. To be called after the write, inside its transaction.
 * `field` names the body field when the call has only one.
 */
export async function refuseConflicts(change: Records, packageId: string, field?: string): Promise<void> {
  let subject = await change.selectFrom('packages').selectAll().where('id', '=', packageId).executeTakeFirstOrThrow();
  await recordsOf(subject.type).refuseConflicts(change, subject, await neighboursOf(change, subject), field);
}

/**
 * Other packages of the same owner and type on one of the package's hosts; a null domain is the
 * default host, common to all of one type.
 */
async function neighboursOf(change: Records, subject: PackageRow): Promise<PackageRow[]> {
  return change
    .selectFrom('packages')
    .innerJoin('domains as theirs', 'theirs.package_id', 'packages.id')
    .innerJoin('domains as ours', (join) =>
      join.on((e) =>
        e.or([
          e('ours.name', '=', e.ref('theirs.name')),
          e.and([e('ours.name', 'is', null), e('theirs.name', 'is', null)]),
        ]),
      ),
    )
    .where('ours.package_id', '=', subject.id)
    .where('packages.owner_id', '=', subject.owner_id)
    .where('packages.type', '=', subject.type)
    .where('packages.id', '!=', subject.id)
    .selectAll('packages')
    .distinct()
    .execute();
}
