/**
 * The hosts of packages and collections: verified custom domains, and default hosts of their owner.
 */
import { packageHost } from 'contract/packages/package-types/hosts';
import type { PackageType } from 'contract/packages/package-types/list';
import { isServedDomain, type OwnAddresses } from './hosts';
import type { CustomDomainRow } from '../../floor/db/hosting-schema';

/** Get a domain of a package or collection. */
export interface HostedRow {
  id: string;
  owner_id: string;
  type: PackageType;
  /** Lower-cased name of the owner. */
  name_key: string;
  /** Null is the owner's default host, and the hosts of its earlier names. */
  host: string | null;
  verified_by: CustomDomainRow['verified_by'];
}

/** A row with the host it answers at. */
export type AtHost<Row> = Row & { host: string };

/**
 * The rows whose domain is served, then those without such a domain: they are served at the owner's
 * default host until one is verified, unless they conflict with what is there by choice.
 */
export function servedAt<Row extends HostedRow>(
  rows: Row[],
  earlierNames: ReadonlyMap<string, readonly string[]>,
  own: OwnAddresses,
): AtHost<Row>[] {
  let served = rows.filter(({ host, verified_by }) => isServedDomain(host, verified_by, own));
  let ids = new Set(served.map(({ id }) => id));
  let waiting = new Map(rows.filter(({ id }) => !ids.has(id)).map((row) => [row.id, { ...row, host: null }]));
  let hostsOf = ({ host, type, owner_id, name_key }: Row) =>
    host === null
      ? [name_key, ...(earlierNames.get(owner_id) ?? [])].map((name) => packageHost(type, name, own.domain))
      : [host];
  return [...served, ...waiting.values()].flatMap((row) => hostsOf(row).map((host) => ({ ...row, host })));
}
