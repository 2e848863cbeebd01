/**
 * Decisions of the edge: what to answer and what to count. The rules make them, `edge.ts` carries
 * them out.
 */
import type { Event } from 'contract/event-fields';

/** A counted request: the package or pixel, and the variables of the request. */
export interface Hit {
  type: Event['type'];
  artifactType: Event['artifactType'];
  /** Empty for an image without a package: the store side finds or creates the package. */
  artifactId: string;
  ownerId: string;
  /** The owner wants to see companies. */
  trackCompanies: boolean;
  version: string;
  /** The address of the page, where it is given instead of the Referer. */
  page: string;
  variables: Record<string, string>;
  /** The collection an image was pulled through, and the path of the image at the registry. */
  collectionId?: string;
  imagePath?: string;
  /** The registry of the collection shows its images only to people with an account. */
  isPrivate?: boolean;
}

/** `count` is null for requests that are answered but not counted. */
export type Decision =
  /** 307 unless given. */
  | { kind: 'redirect'; location: string; status?: 302; count: Hit | null }
  | { kind: 'empty'; count: Hit | null }
  | { kind: 'image'; count: Hit | null }
  | { kind: 'proxy'; address: string; count: Hit | null }
  | { kind: 'refuse'; status: 404; body: 'host' | 'path' | 'image' | 'none' }
  | { kind: 'refuse'; status: 405; body: 'method' };

export const methods = 'GET, HEAD';

/** Whether the hit is the pull of a collection's image that has no package yet. */
export function isNewImage(what: Hit | null): boolean {
  return what?.artifactId === '';
}
