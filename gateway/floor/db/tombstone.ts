/**
 * An artifact is a package or a pixel. An image is the name by which a collection's package was
 * pulled before its events had a package. A match is what identified the company of an event, see
 * `matchOf` in events/query/corrections.ts.
 */
export const erasedKinds = ['owner', 'artifact', 'image', 'company', 'match', 'endpoint'] as const;
export type ErasedKind = (typeof erasedKinds)[number];

/** A permanent erasure. */
export interface Tombstone {
  id: string;
  kind: ErasedKind;
  ownerId: string;
  /**
   * Id of the owner or artifact, path of the image, domain or name of the company, the endpoint.
   */
  target: string;
  /** Of a company: matches assigned to other companies by the owner's corrections. */
  butNot: readonly string[];
  /** Milliseconds; later events are kept. Null if there cannot be any. */
  until: number | null;
}
