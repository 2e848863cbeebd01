/**
 * What a package type says of itself, for gateway and pages alike. Browsers read it, so what a
 * package of the type must have is checked elsewhere: in `<type>-fields.ts`.
 */

/** Where a package answers. */
export interface PackageHost {
  /** With its port, where one is shown. */
  host: string;
  /** The same with its scheme. */
  origin: string;
}

/** What commands are made of. */
export interface Described {
  name: string;
  repository_name?: string | undefined;
}

export interface DescribedRoute {
  incoming_path: string;
}

/** The one thing a package's users type or open. */
export interface PackageCommand {
  label: string;
  text: string;
}

/** A request that records one download. */
export interface SampleRequest {
  /** May hold variables, as a route does. */
  path: string;
  /** Where only some clients are counted: one of them. */
  agent?: string;
}

/** How downloads of a type pass through the gateway. */
export interface Serving {
  /** Null while there is nothing to copy. */
  command(item: Described, at: PackageHost, routes: readonly DescribedRoute[]): PackageCommand | null;
  /** Null where nothing can be tried. */
  sample(item: Described, routes: readonly DescribedRoute[]): SampleRequest | null;
}

export interface PackageTypeWords {
  /** As addresses, the API and the records have it. */
  name: string;
  /** As pages have it. */
  label: string;
  /** What stands in default hosts between owner and domain; left out: what types share. */
  hostLabel?: string;
  /** Packages of this type have routes. */
  hasRoutes?: true;
  /** There are collections of this type. */
  hasCollections?: true;
  /** What may keep a package from its default host while its own domain is not verified. */
  unless?: string;
  /** Left out for a type that is read and not created: the gateway does not serve its downloads. */
  serving?: Serving;
}

/** A rule of the edge. Rules are plain data, so that they can be kept and sent. */
export interface HostRule {
  ownerId: string;
  /** Lower-cased, without port. */
  host: string;
}

/** A rule that says what a package answers at one of its hosts. */
export interface PackageRule extends HostRule {
  packageId: string;
  trackCompanies: boolean;
}
