/**
 * Rules between packages and collections of one owner that share a host: no request may have two
 * answers. Hosts are never shared between owners.
 */
import { Refusal } from '../refusal';
import { repositoryPattern } from './images';
import type { CollectionTable, PackageTable, Records } from '../db/schema';

/** The field of a package's body that is about all other requests. */
export const catchAllField = 'catch_all_redirect_target_domain';

/**
 * A path template without the names of its variables: two templates of one shape match the same
 * paths.
 */
export function pathShape(incomingPath: string): string {
  return incomingPath.replace(/\{([+#./;?&]?)[^{}]*\}/g, '{$1}');
}

/**
 * Refuses with package-is-conflicting when, on a host of this package, another docker package comes
 * from a different registry or the same
 * repository, a collection stands in front of a different registry, or another file package has the
 * same path or a catch-all target as well. To be called after the write, inside its transaction.
 * `field` names the body
 * field when the call has only one.
 */
export async function refuseConflicts(change: Records, packageId: string, field?: string): Promise<void> {
  let subject = await change.selectFrom('packages').selectAll().where('id', '=', packageId).executeTakeFirstOrThrow();
  if (subject.type === 'docker') await refuseOtherRegistry(change, subject, field);
  let neighbours = await neighboursOf(change, subject);
  if (neighbours.length === 0) return;
  if (subject.type === 'docker') refuseDockerConflict(subject, neighbours, field);
  if (subject.type === 'file') await refuseFileConflict(change, subject, neighbours, field);
}

/**
 * Other packages of the same owner and type on one of the package's hosts; a null domain is the
 * default host, common to all of one type.
 */
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

/** Collections in front of the hosts of a docker package. */
async function refuseOtherRegistry(change: Records, subject: PackageTable, field?: string): Promise<void> {
  let other = await change
    .selectFrom('collections')
    .innerJoin('domains', (join) =>
      join.on((e) =>
        e.or([
          e('domains.name', '=', e.ref('collections.public_domain')),
          e.and([e('domains.name', 'is', null), e('collections.public_domain', 'is', null)]),
        ]),
      ),
    )
    .where('domains.package_id', '=', subject.id)
    .where('collections.owner_id', '=', subject.owner_id)
    .where('collections.backend_domain', '!=', subject.backend_registry ?? '')
    .select('collections.id')
    .executeTakeFirst();
  if (other) throw new Refusal('package-is-conflicting', field ?? 'backend_registry');
}

/**
 * Refuses with pattern-is-duplicated or collection-is-conflicting when, on the host of this
 * collection, another has the same pattern, or a collection
 * or docker package comes from a different registry. A package may have a name the pattern matches:
 * it is the more exact rule. To be called after the write.
 */
export async function refuseCollectionConflicts(change: Records, subject: CollectionTable): Promise<void> {
  let { public_domain: host, owner_id, backend_domain } = subject;
  let others = await change
    .selectFrom('collections')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('id', '!=', subject.id)
    .where('public_domain', host === null ? 'is' : '=', host)
    .execute();
  let packages = await change
    .selectFrom('packages')
    .innerJoin('domains', 'domains.package_id', 'packages.id')
    .where('packages.owner_id', '=', owner_id)
    .where('packages.type', '=', 'docker')
    .where('domains.name', host === null ? 'is' : '=', host)
    .select('packages.backend_registry as backend_domain')
    .execute();
  if ([...others, ...packages].some((other) => other.backend_domain !== backend_domain))
    throw new Refusal('collection-is-conflicting', 'backend_domain');
  let shape = repositoryPattern(subject.pattern, backend_domain);
  if (others.some((other) => repositoryPattern(other.pattern, backend_domain) === shape))
    throw new Refusal('pattern-is-duplicated', 'pattern');
}

async function refuseFileConflict(
  change: Records,
  subject: PackageTable,
  neighbours: PackageTable[],
  field?: string,
): Promise<void> {
  if (subject.catch_all_target !== null && neighbours.some((other) => other.catch_all_target !== null))
    throw new Refusal('package-is-conflicting', field ?? catchAllField);
  let routes = await change
    .selectFrom('routes')
    .select(['package_id', 'incoming_path'])
    .where('package_id', 'in', [subject.id, ...neighbours.map((other) => other.id)])
    .execute();
  let taken = new Set(routes.filter((r) => r.package_id !== subject.id).map((r) => pathShape(r.incoming_path)));
  if (routes.some((r) => r.package_id === subject.id && taken.has(pathShape(r.incoming_path))))
    throw new Refusal('package-is-conflicting', field ?? 'incoming_path');
}
