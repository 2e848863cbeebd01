/**
 * What the edge must know to answer: every package, collection, route, pixel and host. The gateway
 * reads it from its records, the edge makes its routing table of it.
 */

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
  /** The registry shows its images to nobody without an account. */
  isPrivate: boolean;
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
  keepReferrerQuery: boolean;
}

export interface Rules {
  docker: DockerRule[];
  collections: CollectionRule[];
  file: FileRule[];
  catchAll: CatchAllRule[];
  /** All pixels; any of them may be asked for on any of `pixelHosts`. */
  pixels: PixelRule[];
  /** The common pixel host and every verified custom domain of a pixel. */
  pixelHosts: string[];
}
