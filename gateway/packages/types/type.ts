/**
 * What the gateway needs of a package type to store its packages and to make rules for the edge.
 */
import type { HostRule } from 'contract/packages/package-types/type';
import type { PackageRow, RouteDestination } from '../../floor/db/hosting-schema';
import type { Records } from '../../floor/db/schema';
import type { HostedPackage, OwnersAsked } from '../hosts/hosted-packages';
import type { OwnAddresses } from '../hosts/hosts';
import type { HostedRow, AtHost } from '../hosts/served-hosts';

/** Columns of a type. */
export type OwnColumns = Partial<
  Pick<PackageRow, 'repository_name' | 'backend_registry' | 'repository_url' | 'catch_all_target'>
>;

export interface RulesParts {
  records: Records;
  /** The owners whose rules are asked for. */
  owners: OwnersAsked;
  /** The packages of the type that these owners have, each with each of its domains. */
  packages: HostedPackage[];
  /** Gives rows their hosts; rows that are at a host by choice come first. */
  place<Row extends HostedRow>(rows: Row[]): AtHost<Row>[];
}

/** `Fields` are those of a new package and of a change, as the API takes them. */
export interface PackageTypeRecords<Fields, Rule extends HostRule> {
  /** The columns for the given fields; none for fields left out. */
  columns(fields: Fields, name: string): OwnColumns;
  /** Columns of a new package whose fields leave them out. */
  defaults?(own: OwnAddresses, name: string): OwnColumns;
  /** The routes of a new package. */
  routes?(fields: Fields): RouteDestination[];
  /** The target of a new package, as text for the audit log. */
  leadsTo(row: PackageRow, routes: readonly RouteDestination[]): string;
  /** Refuses invalid columns. After the write, inside its transaction. */
  refuseColumns?(change: Records, row: PackageRow, own: OwnAddresses): Promise<void>;
  /**
   * Refuses with package-is-conflicting what would give a request two answers. `neighbours` are
   * packages of the type on the same hosts. After the write, inside its transaction; `field` names
   * the body field when the call has only one.
   */
  refuseConflicts(change: Records, row: PackageRow, neighbours: PackageRow[], field?: string): Promise<void>;
  /** The rules of all packages of the type that the owners have. */
  rules(parts: RulesParts): Promise<Rule[]>;
}
