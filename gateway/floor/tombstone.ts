/** What was erased for good. */

/**
 * What an erasure is about. An artifact is a package or a pixel; an image is what a deleted package
 * was pulled as by way of a collection, where events name no package yet. A match is what decided
 * the company of an event, see `matchOf` of events/corrections.ts.
 */
export const erasedKinds = ['owner', 'artifact', 'image', 'company', 'match', 'endpoint'] as const;
export type ErasedKind = (typeof erasedKinds)[number];

/** An erasure that holds for good. */
export interface Tombstone {
  id: string;
  kind: ErasedKind;
  ownerId: string;
  /**
   * Id of the owner or artifact, path of the image, domain or name of the company, the endpoint.
   */
  target: string;
  /** Of a company: matches whose events count for others, by what the owner has said. */
  butNot: readonly string[];
  /** Milliseconds; later events are new and stay. Null where there cannot be any. */
  until: number | null;
}
