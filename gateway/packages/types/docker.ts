/** Docker packages: an image at a registry. A host has one registry, as clients know no other. */
import type { CollectionRule, DockerRule, ImageRule } from 'contract/packages/package-types/docker';
import { docker as words } from 'contract/packages/package-types/docker';
import { ApiError } from '../../floor/calls/api-error';
import type { PackageRow } from '../../floor/db/hosting-schema';
import type { Records } from '../../floor/db/schema';
import { type HostedPackage, type OwnersAsked, packageRule } from '../hosts/hosted-packages';
import { imageAt, repositoryPattern } from '../hosts/image-names';
import type { HostedRow, AtHost } from '../hosts/served-hosts';
import type { OwnColumns, PackageTypeRecords } from './type';

interface Fields {
  backend_registry?: string | undefined;
}

export const docker: PackageTypeRecords<Fields, DockerRule> = {
  columns({ backend_registry }, name): OwnColumns {
    return backend_registry ? imageAt(name, backend_registry) : {};
  },

  defaults: ({ registries }, name) => imageAt(name, registries?.docker ?? 'docker.io'),

  leadsTo: ({ backend_registry }) => backend_registry ?? '',

  async refuseConflicts(change, row, neighbours, field) {
    if (await hasOtherRegistryInFront(change, row))
      throw new ApiError('package-is-conflicting', field ?? 'backend_registry');
    if (neighbours.some((other) => other.backend_registry !== row.backend_registry))
      throw new ApiError('package-is-conflicting', field ?? 'backend_registry');
    if (neighbours.some((other) => other.repository_name === row.repository_name))
      throw new ApiError('package-is-conflicting', field ?? 'name');
  },

  async rules({ records, owners, packages, place }) {
    let images = packages.map((row) => ({ ...row, ...imageOf(row), collection: null }));
    let placed = place([...images, ...(await hostedCollections(records, owners))]).filter(fitting());
    return [...placed.flatMap(imageRule), ...placed.flatMap(collectionRule)];
  },
};

/** Whether a collection in front of a host of the package comes from another registry. */
async function hasOtherRegistryInFront(change: Records, row: PackageRow): Promise<boolean> {
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
    .where('domains.package_id', '=', row.id)
    .where('collections.owner_id', '=', row.owner_id)
    .where('collections.backend_domain', '!=', row.backend_registry ?? '')
    .select('collections.id')
    .executeTakeFirst();
  return other !== undefined;
}

type Image = HostedPackage & ReturnType<typeof imageOf> & { collection: null };
type HostedCollection = Awaited<ReturnType<typeof hostedCollections>>[number];

function imageOf({ name, repository_name, backend_registry }: HostedPackage) {
  return { image: repository_name ?? name, registry: backend_registry ?? 'docker.io' };
}

function imageRule(row: AtHost<Image | HostedCollection>): ImageRule[] {
  if (row.collection) return [];
  return [{ ...packageRule(row), repositoryName: row.image, registry: row.registry }];
}

function collectionRule({ collection, owner_id, host, registry }: AtHost<Image | HostedCollection>): CollectionRule[] {
  if (!collection) return [];
  let pattern = repositoryPattern(collection.pattern, registry);
  let isPrivate = collection.private === 1;
  return [{ collectionId: collection.id, ownerId: owner_id, host, pattern, registry, isPrivate }];
}

async function hostedCollections(records: Records, owners: OwnersAsked) {
  let rows = await records
    .selectFrom('collections')
    .innerJoin('owners', 'owners.id', 'collections.owner_id')
    .leftJoin('custom_domains as custom', (join) =>
      join.onRef('custom.owner_id', '=', 'collections.owner_id').onRef('custom.name', '=', 'collections.public_domain'),
    )
    .select([
      'collections.id',
      'collections.owner_id',
      'collections.pattern',
      'collections.private',
      'collections.backend_domain as registry',
      'collections.public_domain as host',
      'owners.name_key',
      'custom.verified_by',
    ])
    .$if(owners !== undefined, (query) => query.where('collections.owner_id', 'in', owners!))
    .orderBy('collections.id')
    .execute();
  return rows.map(({ pattern, private: isPrivate, ...row }) => ({
    ...row,
    type: words.name,
    image: null,
    collection: { id: row.id, pattern, private: isPrivate },
  }));
}

/** The first one wins: a docker host has one registry, and an image there is one package. */
function fitting(): (row: AtHost<HostedRow & { registry: string; image: string | null }>) => boolean {
  let hosts = new Map<string, { registry: string; images: Set<string> }>();
  return ({ host, registry, image }) => {
    let there = hosts.get(host) ?? { registry, images: new Set() };
    hosts.set(host, there);
    if (there.registry !== registry || (image !== null && there.images.has(image))) return false;
    if (image !== null) there.images.add(image);
    return true;
  };
}
