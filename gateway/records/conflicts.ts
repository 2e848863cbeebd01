/** Rules between packages of one owner that share a host: no request may have two answers. Hosts are never shared between owners. */
import { Refusal } from '../refusal';
import type { PackageTable, Records } from './schema';

/** A path template without the names of its variables: two templates of one shape match the same paths. */
export function pathShape(incomingPath: string): string {
  return incomingPath.replace(/\{([+#./;?&]?)[^{}]*\}/g, '{$1}');
}

/**
 * Refuses with package-is-conflicting when, on a host of this package, another docker package comes from a different registry or the same
 * repository, or another file package has the same path. To be called after the write, inside its transaction. `field` names the body
 * field when the call has only one.
 */
export async function refuseConflicts(change: Records, packageId: string, field?: string): Promise<void> {
  let subject = await change.selectFrom('packages').selectAll().where('id', '=', packageId).executeTakeFirstOrThrow();
  let neighbours = await neighboursOf(change, subject);
  if (neighbours.length === 0) return;
  if (subject.type === 'docker') refuseDockerConflict(subject, neighbours, field);
  if (subject.type === 'file') await refuseFileConflict(change, subject, neighbours, field);
}

/** Other packages of the same owner and type on one of the package's hosts; a null domain is the default host, common to all of one type. */
async function neighboursOf(change: Records, subject: PackageTable): Promise<PackageTable[]> {
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

function refuseDockerConflict(subject: PackageTable, neighbours: PackageTable[], field?: string): void {
  if (neighbours.some((other) => other.backend_registry !== subject.backend_registry))
    throw new Refusal('package-is-conflicting', field ?? 'backend_registry');
  if (neighbours.some((other) => other.repository_name === subject.repository_name))
    throw new Refusal('package-is-conflicting', field ?? 'name');
}

async function refuseFileConflict(
  change: Records,
  subject: PackageTable,
  neighbours: PackageTable[],
  field?: string,
): Promise<void> {
  let routes = await change
    .selectFrom('routes')
    .select(['package_id', 'incoming_path'])
    .where('package_id', 'in', [subject.id, ...neighbours.map((other) => other.id)])
    .execute();
  let taken = new Set(routes.filter((r) => r.package_id !== subject.id).map((r) => pathShape(r.incoming_path)));
  if (routes.some((r) => r.package_id === subject.id && taken.has(pathShape(r.incoming_path))))
    throw new Refusal('package-is-conflicting', field ?? 'incoming_path');
}
