/**
 * What the edge may answer, and what it counts: the words between the rules, which decide, and the
 * shell, which acts.
 */
import type { Event } from 'contract/event-fields';
import type { CollectionRule } from '../packages/edge-rules';

/** Something counted: which package or pixel, and what the request said about it. */
export interface Hit {
  type: Event['type'];
  artifactType: Event['artifactType'];
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
}

/**
 * The pull of an image by way of a collection: its package is found, or made, when it is counted.
 */
export interface ImageHit extends Omit<Hit, 'artifactId' | 'trackCompanies'> {
  collection: CollectionRule;
  /** Path at the registry. */
  image: string;
}

/** `count` is null for what is answered and not counted. */
export type Decision =
  /** 307 unless it says otherwise. */
  | { kind: 'redirect'; location: string; status?: 302; count: Hit | ImageHit | null }
  | { kind: 'empty'; count: Hit | null }
  | { kind: 'image'; count: Hit | null }
  | { kind: 'proxy'; address: string; count: Hit | ImageHit | null }
  | { kind: 'refuse'; status: 404; body: 'host' | 'path' | 'image' | 'none' }
  | { kind: 'refuse'; status: 405; body: 'method' };

export const methods = 'GET, HEAD';
