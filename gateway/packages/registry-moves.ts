/**
 * Moving docker packages and collections of an owner to another backend registry, in one
 * transaction.
 */
import { docker } from 'contract/packages/package-types/docker';
import { packageHost } from 'contract/packages/package-types/hosts';
import { ApiError } from '../floor/calls/api-error';
import type { ActorContext } from '../floor/audit';
import { changeOwner } from '../floor/db/owner-transaction';
import { recordDownloadChange, shownPackage } from '../floor/download-changes';
import { imageAt, repositoryName, repositoryPattern } from './hosts/image-names';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';

/** What moves: the ids given, or everything when both lists are left out. */
export interface MoveFields {
  backend_registry: string;
  package_ids?: string[] | undefined;
  collection_ids?: string[] | undefined;
}

interface Moved {
  id: string;
  name: string;
  from: string;
  to: string;
}

export interface RegistryMovePlan {
  packages: Moved[];
  collections: Moved[];
  conflicts: { domain: string; registries: string[]; images: string[] }[];
}

/** A package on one of its hosts, or a collection on its one. */
interface Placed {
  kind: 'package' | 'collection';
  id: string;
  /** Name of the package, pattern of the collection. */
  name: string;
  registry: string;
  host: string;
}

/**
 * What a move would change, and its conflicts. Refuses with package-not-found and
 * collection-not-found. `ownDomain` is the gateway's.
 */
export async function planMove(
  records: Records,
  owner: OwnerRow,
  fields: MoveFields,
  ownDomain: string,
): Promise<RegistryMovePlan> {
  let all = await placedOf(records, owner, ownDomain);
  let isChosen = chooser(all, fields);
  let to = fields.backend_registry;
  let moving = all.filter((each) => isChosen(each) && each.registry !== to);
  let after = all.map((each) => (isChosen(each) ? { ...each, registry: to } : each));
  return {
    packages: movedOf(moving, 'package', to),
    collections: movedOf(moving, 'collection', to),
    conflicts: conflictsOf(after),
  };
}

/**
 * Moves in one transaction. Refuses as `planMove` does, and with public-domains-are-conflicting.
 * Gives what was changed.
 */
export async function moveRegistry(
  { records, domain: ownDomain }: { records: Records; domain: string },
  owner: OwnerRow,
  fields: MoveFields,
  act: ActorContext,
): Promise<RegistryMovePlan> {
  let now = act.time;
  return changeOwner(records, owner.id, async (change) => {
    let plan = await planMove(change, owner, fields, ownDomain);
    if (plan.conflicts.length > 0) throw new ApiError('public-domains-are-conflicting', 'backend_registry');
    for (let { id, name, to } of plan.packages)
      await change
        .updateTable('packages')
        .set({ ...imageAt(name, to), updated_at: now })
        .where('id', '=', id)
        .execute();
    for (let { id, to } of plan.collections)
      await change
        .updateTable('collections')
        .set({ backend_domain: to, updated_at: now })
        .where('id', '=', id)
        .execute();
    for (let { name, from, to } of plan.packages) {
      let subject = shownPackage({ name, type: docker.name });
      await recordDownloadChange(change, act, owner, { action: 'registry-changed', subject, from, to });
    }
    for (let { name, from, to } of plan.collections)
      await recordDownloadChange(change, act, owner, { action: 'collection-changed', subject: name, from, to });
    return plan;
  });
}

async function placedOf(records: Records, owner: OwnerRow, ownDomain: string): Promise<Placed[]> {
  let ownHost = packageHost(docker.name, owner.name_key, ownDomain);
  let packages = await records
    .selectFrom('packages')
    .innerJoin('domains', 'domains.package_id', 'packages.id')
    .where('packages.owner_id', '=', owner.id)
    .where('packages.type', '=', docker.name)
    .select(['packages.id', 'packages.name', 'packages.backend_registry', 'domains.name as host'])
    .orderBy('packages.name_key')
    .execute();
  let collections = await records
    .selectFrom('collections')
    .selectAll()
    .where('owner_id', '=', owner.id)
    .orderBy('id')
    .execute();
  return [
    ...packages.map(({ id, name, backend_registry, host }) => ({
      kind: 'package' as const,
      id,
      name,
      registry: backend_registry ?? '',
      host: host ?? ownHost,
    })),
    ...collections.map(({ id, pattern, backend_domain, public_domain }) => ({
      kind: 'collection' as const,
      id,
      name: pattern,
      registry: backend_domain,
      host: public_domain ?? ownHost,
    })),
  ];
}

function chooser(all: Placed[], { package_ids, collection_ids }: MoveFields): (each: Placed) => boolean {
  if (package_ids === undefined && collection_ids === undefined) return () => true;
  let chosen = { package: new Set(package_ids), collection: new Set(collection_ids) };
  for (let kind of ['package', 'collection'] as const) {
    let known = new Set(all.filter((each) => each.kind === kind).map((each) => each.id));
    if ([...chosen[kind]].some((id) => !known.has(id))) throw new ApiError(`${kind}-not-found`);
  }
  return (each) => chosen[each.kind].has(each.id);
}

function movedOf(moving: Placed[], kind: Placed['kind'], to: string): Moved[] {
  let byId = new Map(moving.filter((each) => each.kind === kind).map((each) => [each.id, each]));
  return [...byId.values()].map(({ id, name, registry }) => ({ id, name, from: registry, to }));
}

function conflictsOf(all: Placed[]): RegistryMovePlan['conflicts'] {
  let hosts = new Map<string, Placed[]>();
  for (let each of all) hosts.set(each.host, [...(hosts.get(each.host) ?? []), each]);
  return [...hosts].flatMap(([domain, there]) => {
    let registries = [...new Set(there.map((each) => each.registry))].sort();
    let images = [...doubled(there, 'package'), ...doubled(there, 'collection')];
    return registries.length > 1 || images.length > 0 ? [{ domain, registries, images }] : [];
  });
}

/** Paths at the registry that two packages, or two collections, have on one host. */
function doubled(there: Placed[], kind: Placed['kind']): string[] {
  let pathOf = kind === 'package' ? repositoryName : repositoryPattern;
  let paths = there.filter((each) => each.kind === kind).map((each) => pathOf(each.name, each.registry));
  return [...new Set(paths.filter((path, i) => paths.indexOf(path) !== i))];
}
