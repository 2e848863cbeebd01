import type { SaltRotation } from 'contract/analytics/id-periods';

/** Data that the server knows about itself; empty in tests. */
export interface Installation {
  version?: string | undefined;
  commit?: string | undefined;
  folder?: string | undefined;
  /**
   * What the edge keeps of the salts of visitors, without the salts; undefined where it has none.
   */
  visitorIds?: (() => VisitorIdsState | undefined) | undefined;
}

export interface VisitorIdsState {
  rotation: SaltRotation;
  ends: number | null;
  /** Whether one salt from before there were periods hashes all visitors. */
  isFirst: boolean;
}
