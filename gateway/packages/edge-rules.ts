/** Reads the rules of the edge from the records, in one go. */
import type { CatchAllRule, CollectionRule, DockerRule, FileRule, PixelRule, Rules } from 'contract/edge-rules';
import { isReservedHost, pixelHost, type OwnAddresses } from './hosts';
import { repositoryPattern } from './images';
import { placed, type Placed } from './placement';
import type { Records, RouteTable } from '../db/schema';

/** Reads all rules. The default hosts of an owner's earlier names go on. */
export async function loadRules(records: Records, own: OwnAddresses): Promise<Rules> {
  let [earlierNames, packages, collections, routes, pixels, pixelHosts] = await Promise.all([
    earlierNamesByOwner(records),
    hostedPackages(records),
    hostedCollections(records),
    records.selectFrom('routes').selectAll().execute(),
    pixelRules(records),
    customPixelHosts(records, own),
  ]);
  let hosted = placed([...packages, ...collections], earlierNames, own);
  let hostedPackage = hosted.filter((row) => row.kind === 'package');
  return {
    docker: hostedPackage.flatMap(dockerRule),
    collections: hosted.flatMap(collectionRule),
    file: fileRules(hostedPackage, routes),
    catchAll: hostedPackage.flatMap(catchAllRule),
    pixels,
    pixelHosts: [pixelHost(own.domain), ...pixelHosts],
  };
}

type HostedPackage = Awaited<ReturnType<typeof hostedPackages>>[number];
type HostedCollection = Awaited<ReturnType<typeof hostedCollections>>[number];

function packageRule({ owner_id, id, track_companies, host }: Placed<HostedPackage>) {
  return { ownerId: owner_id, packageId: id, trackCompanies: track_companies === 1, host };
}

function dockerRule(row: Placed<HostedPackage>): DockerRule[] {
  if (row.type !== 'docker') return [];
  return [{ ...packageRule(row), repositoryName: row.image ?? row.name, registry: row.registry ?? 'docker.io' }];
}

function collectionRule(row: Placed<HostedPackage | HostedCollection>): CollectionRule[] {
  if (row.kind !== 'collection') return [];
  let { id, owner_id, host, registry } = row;
  let pattern = repositoryPattern(row.pattern, registry);
  return [{ collectionId: id, ownerId: owner_id, host, pattern, registry, isPrivate: row.private === 1 }];
}

function fileRules(hosted: Placed<HostedPackage>[], routes: RouteTable[]): FileRule[] {
  let ofPackage = new Map<string, RouteTable[]>();
  for (let route of routes) ofPackage.set(route.package_id, [...(ofPackage.get(route.package_id) ?? []), route]);
  return hosted.flatMap((row) =>
    row.type === 'file'
      ? (ofPackage.get(row.id) ?? []).map(({ incoming_path, outgoing_url }) => ({
          ...packageRule(row),
          incomingPath: incoming_path,
          outgoingUrl: outgoing_url,
        }))
      : [],
  );
}

function catchAllRule(row: Placed<HostedPackage>): CatchAllRule[] {
  return row.catch_all_target === null ? [] : [{ ...packageRule(row), target: row.catch_all_target }];
}

async function earlierNamesByOwner(records: Records): Promise<Map<string, string[]>> {
  let rows = await records.selectFrom('given_up_names').select(['owner_id', 'name_key']).execute();
  let names = new Map<string, string[]>();
  for (let { owner_id, name_key } of rows)
    if (owner_id !== null && name_key !== null) names.set(owner_id, [...(names.get(owner_id) ?? []), name_key]);
  return names;
}

async function hostedPackages(records: Records) {
  let rows = await records
    .selectFrom('packages')
    .innerJoin('owners', 'owners.id', 'packages.owner_id')
    .innerJoin('domains', 'domains.package_id', 'packages.id')
    .leftJoin('custom_domains as custom', (join) =>
      join.onRef('custom.owner_id', '=', 'packages.owner_id').onRef('custom.name', '=', 'domains.name'),
    )
    .select([
      'packages.id',
      'packages.owner_id',
      'packages.type',
      'packages.name',
      'packages.track_companies',
      'packages.repository_name as image',
      'packages.backend_registry as registry',
      'packages.catch_all_target',
      'owners.name_key',
      'domains.name as host',
      'custom.verified_by',
    ])
    .execute();
  return rows.map((row) => ({ ...row, kind: 'package' as const }));
}

async function hostedCollections(records: Records) {
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
    .execute();
  return rows.map((row) => ({ ...row, kind: 'collection' as const, type: 'docker' as const, image: null }));
}

async function pixelRules(records: Records): Promise<PixelRule[]> {
  let rows = await records
    .selectFrom('pixels')
    .select(['id', 'owner_id', 'track_companies', 'keep_referrer_query'])
    .execute();
  return rows.map((row) => ({
    pixelId: row.id,
    ownerId: row.owner_id,
    trackCompanies: row.track_companies === 1,
    keepReferrerQuery: row.keep_referrer_query === 1,
  }));
}

async function customPixelHosts(records: Records, own: OwnAddresses): Promise<string[]> {
  let rows = await records
    .selectFrom('domains')
    .innerJoin('custom_domains as custom', (join) =>
      join.onRef('custom.owner_id', '=', 'domains.owner_id').onRef('custom.name', '=', 'domains.name'),
    )
    .where('domains.pixel_id', 'is not', null)
    .where('custom.verified_by', 'is not', null)
    .select('custom.name')
    .distinct()
    .execute();
  return rows.map(({ name }) => name).filter((name) => !isReservedHost(name, own));
}
