/**
 * What a package type defines for gateway and pages alike. Browsers load it, so the fields of a
 * type are defined elsewhere: in `<type>-fields.ts`.
 */

/** The address of a package. */
export interface PackageHost {
  /** With its port, where one is shown. */
  host: string;
  /** The same with a scheme. */
  origin: string;
}

/** What commands are made from. */
export interface PackageDescription {
  name: string;
  repository_name?: string | undefined;
}

export interface DescribedRoute {
  incoming_path: string;
  type?: string;
  requires_token?: boolean;
}

/** The command or address that the users of a package copy. */
export interface PackageCommand {
  label: string;
  text: string;
}

/** A request that records one download. */
export interface SampleRequest {
  /** May contain variables, as a route does. */
  path: string;
  /** User agent of a client that is counted, where not all are. */
  agent?: string;
}

export interface PackageTypeWords {
  /** The name in addresses, the API and the control store. */
  name: string;
  /** The name on pages. */
  label: string;
  /** The label between owner and domain in default hosts; the shared label by default. */
  hostLabel?: string;
  /** Packages of this type have routes. */
  hasRoutes?: true;
  /** There are collections of this type. */
  hasCollections?: true;
  /**
   * When a package is not served at its default host while its own domain is not verified;
   * completes a sentence.
   */
  unless?: string;
  /**
   * Null while there is nothing to copy. Left out for a name at a registry: see
   * app/text/registry-commands.ts.
   */
  command?(item: PackageDescription, at: PackageHost, routes: readonly DescribedRoute[]): PackageCommand | null;
  /** Null where there is nothing to try. Left out for a name at a registry, whose client is used. */
  sample?(item: PackageDescription, routes: readonly DescribedRoute[]): SampleRequest | null;
}

/** A rule of the edge. Rules are plain data, so that they can be stored and sent. */
export interface HostRule {
  /** Where requests go while the registry or target is away, in this order. */
  fallbacks?: readonly string[];
  ownerId: string;
  /** Lower-cased, without port. */
  host: string;
}

/** A rule for a package at one of its hosts. */
export interface PackageRule extends HostRule {
  packageId: string;
  trackCompanies: boolean;
}

/** A rule for a package that is a name at a registry. */
export interface RegistryRule extends PackageRule {
  name: string;
  /** Address of the registry; ends with a slash. */
  registry: string;
  /** Versions that indexes mark as withdrawn or deprecated, with what to say about them. */
  notices?: Readonly<Record<string, string>>;
}
