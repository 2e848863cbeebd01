/** What the edge must know to answer: every package, collection, route, pixel and host, read in one go. */
import { packageHost, pixelHost } from './hosts';
import { repositoryPattern } from './images';
import type { Records } from './schema';

export interface DockerRule {
  ownerId: string;
  packageId: string;
  trackCompanies: boolean;
  /** Lower-cased, without port. */
  host: string;
  /** Image path at the registry, `library/nginx`. */
  repositoryName: string;
  /** Host of the registry, with an optional port. */
  registry: string;
}

export interface CollectionRule {
  collectionId: string;
  ownerId: string;
  host: string;
  /** Image pattern at the registry, `library/*`. */
  pattern: string;
  registry: string;
}

export interface FileRule {
  ownerId: string;
  packageId: string;
  trackCompanies: boolean;
  host: string;
  /** RFC 6570 template. */
  incomingPath: string;
  /** RFC 6570 template; null: count and answer with an empty 200. */
  outgoingUrl: string | null;
}

/** Where requests to a host go that meet no route. */
export interface CatchAllRule {
  ownerId: string;
  packageId: string;
  trackCompanies: boolean;
  host: string;
  /** Scheme and host, without a slash at its end. */
  target: string;
}

export interface PixelRule {
  pixelId: string;
  ownerId: string;
  trackCompanies: boolean;
}

export interface Rules {
  docker: DockerRule[];
  collections: CollectionRule[];
  file: FileRule[];
  catchAll: CatchAllRule[];
  /** All pixels; any of them may be asked for on any of `pixelHosts`. */
  pixels: PixelRule[];
  /** The common pixel host and every custom domain of a pixel. */
  pixelHosts: string[];
}

/** Reads all rules. `domain` is the gateway's own domain, below which the default hosts live. */
export async function loadRules(records: Records, domain: string): Promise<Rules> {
  let [docker, collections, file, catchAll, pixels, pixelHosts] = await Promise.all([
    dockerRules(records, domain),
    collectionRules(records, domain),
    fileRules(records, domain),
    catchAllRules(records, domain),
    pixelRules(records),
    customPixelHosts(records),
  ]);
  return { docker, collections, file, catchAll, pixels, pixelHosts: [pixelHost(domain), ...pixelHosts] };
}

async function dockerRules(records: Records, domain: string): Promise<DockerRule[]> {
  let rows = await hostedPackages(records)
    .where('packages.type', '=', 'docker')
    .select(['packages.repository_name', 'packages.backend_registry'])
    .execute();
  return rows.map((row) => ({
    ownerId: row.owner_id,
    packageId: row.id,
    trackCompanies: row.track_companies === 1,
    host: row.host ?? packageHost(row.type, row.name_key, domain),
    repositoryName: row.repository_name ?? row.name,
    registry: row.backend_registry ?? 'docker.io',
  }));
}

async function collectionRules(records: Records, domain: string): Promise<CollectionRule[]> {
  let rows = await records
    .selectFrom('collections')
    .innerJoin('owners', 'owners.id', 'collections.owner_id')
    .selectAll('collections')
    .select('owners.name_key')
    .execute();
  return rows.map((row) => ({
    collectionId: row.id,
    ownerId: row.owner_id,
    host: row.public_domain ?? packageHost('docker', row.name_key, domain),
    pattern: repositoryPattern(row.pattern, row.backend_domain),
    registry: row.backend_domain,
  }));
}

async function fileRules(records: Records, domain: string): Promise<FileRule[]> {
  let rows = await hostedPackages(records)
    .innerJoin('routes', 'routes.package_id', 'packages.id')
    .where('packages.type', '=', 'file')
    .select(['routes.incoming_path', 'routes.outgoing_url'])
    .execute();
  return rows.map((row) => ({
    ownerId: row.owner_id,
    packageId: row.id,
    trackCompanies: row.track_companies === 1,
    host: row.host ?? packageHost(row.type, row.name_key, domain),
    incomingPath: row.incoming_path,
    outgoingUrl: row.outgoing_url,
  }));
}

async function catchAllRules(records: Records, domain: string): Promise<CatchAllRule[]> {
  let rows = await hostedPackages(records)
    .where('packages.catch_all_target', 'is not', null)
    .select('packages.catch_all_target')
    .execute();
  return rows.flatMap((row) =>
    row.catch_all_target === null
      ? []
      : {
          ownerId: row.owner_id,
          packageId: row.id,
          trackCompanies: row.track_companies === 1,
          host: row.host ?? packageHost(row.type, row.name_key, domain),
          target: row.catch_all_target,
        },
  );
}

function hostedPackages(records: Records) {
  return records
    .selectFrom('packages')
    .innerJoin('owners', 'owners.id', 'packages.owner_id')
    .innerJoin('domains', 'domains.package_id', 'packages.id')
    .select([
      'packages.id',
      'packages.owner_id',
      'packages.type',
      'packages.name',
      'packages.track_companies',
      'owners.name_key',
      'domains.name as host',
    ]);
}

async function pixelRules(records: Records): Promise<PixelRule[]> {
  let rows = await records.selectFrom('pixels').select(['id', 'owner_id', 'track_companies']).execute();
  return rows.map((row) => ({ pixelId: row.id, ownerId: row.owner_id, trackCompanies: row.track_companies === 1 }));
}

async function customPixelHosts(records: Records): Promise<string[]> {
  let rows = await records
    .selectFrom('domains')
    .where('pixel_id', 'is not', null)
    .where('name', 'is not', null)
    .select('name')
    .distinct()
    .execute();
  return rows.flatMap((row) => row.name ?? []);
}
