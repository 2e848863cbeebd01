/**
 * What the edge may answer, and what it counts: the words between the rules, which decide, and the
 * shell, which acts.
 */
import type { Event } from 'contract/event-fields';

/** Something counted: which package or pixel, and what the request said about it. */
export interface Hit {
  type: Event['type'];
  artifactType: Event['artifactType'];
  /** Empty for an image without a package: what it counts for is found, or made, afterwards. */
  artifactId: string;
  ownerId: string;
  /** The owner wants to know which organisation asked. */
  trackCompanies: boolean;
  version: string;
  /** The page seen, where it is named instead of the Referer. */
  page: string;
  variables: Record<string, string>;
  /** The collection an image was pulled by, and the image's path at the registry. */
  collectionId?: string;
  imagePath?: string;
  /** The registry of the collection shows its images to nobody without an account. */
  isPrivate?: boolean;
}

/** `count` is null for what is answered and not counted. */
export type Decision =
  /** 307 unless it says otherwise. */
  | { kind: 'redirect'; location: string; status?: 302; count: Hit | null }
  | { kind: 'empty'; count: Hit | null }
  | { kind: 'image'; count: Hit | null }
  | { kind: 'proxy'; address: string; count: Hit | null }
  | { kind: 'refuse'; status: 404; body: 'host' | 'path' | 'image' | 'none' }
  | { kind: 'refuse'; status: 405; body: 'method' };

export const methods = 'GET, HEAD';

/** Whether a package would be found or made for what is counted: the pull of a collection's image. */
export function isNewImage(what: Hit | null): boolean {
  return what?.artifactId === '';
}
