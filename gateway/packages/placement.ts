/**
 * Which hosts packages and collections answer at: verified custom domains, and the default hosts of
 * their owner.
 */
import type { PackageType } from 'contract/packages';
import { isServed, packageHost, type OwnAddresses } from './hosts';
import type { CustomDomainTable } from '../db/schema';

/** One domain of a package or collection, as it is read. */
export interface Hosted {
  id: string;
  owner_id: string;
  type: PackageType;
  /** Lower-cased name of the owner. */
  name_key: string;
  /** Null is the owner's default host, and the hosts of its earlier names. */
  host: string | null;
  verified_by: CustomDomainTable['verified_by'];
  /** Docker: the registry behind it. */
  registry: string | null;
  /** Docker package: its image path at the registry. */
  image: string | null;
}

/** A row with the host it answers at. */
export type Placed<Row> = Row & { host: string };

/**
 * The rows whose domain is served. What has no such domain is served at its owner's default host
 * until one is verified,
 * as far as it fits there beside what is at that host by choice.
 */
export function placed<Row extends Hosted>(
  rows: Row[],
  earlierNames: ReadonlyMap<string, readonly string[]>,
  own: OwnAddresses,
): Placed<Row>[] {
  let served = rows.filter(({ host, verified_by }) => isServed(host, verified_by, own));
  let ids = new Set(served.map(({ id }) => id));
  let waiting = new Map(rows.filter(({ id }) => !ids.has(id)).map((row) => [row.id, { ...row, host: null }]));
  let hostsOf = ({ host, type, owner_id, name_key }: Row) =>
    host === null
      ? [name_key, ...(earlierNames.get(owner_id) ?? [])].map((name) => packageHost(type, name, own.domain))
      : [host];
  let fits = fitting();
  return [...served, ...waiting.values()]
    .flatMap((row) => hostsOf(row).map((host) => ({ ...row, host })))
    .filter((row) => row.type !== 'docker' || fits(row));
}

/** First come, first served: a docker host has one registry, and an image there is one package. */
function fitting(): (row: Placed<Hosted>) => boolean {
  let hosts = new Map<string, { registry: string | null; images: Set<string> }>();
  return ({ host, registry, image }) => {
    let there = hosts.get(host) ?? { registry, images: new Set() };
    hosts.set(host, there);
    if (there.registry !== registry || (image !== null && there.images.has(image))) return false;
    if (image !== null) there.images.add(image);
    return true;
  };
}
