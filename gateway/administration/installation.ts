/** Data that the server knows about itself; empty in tests. */
export interface Installation {
  version?: string | undefined;
  commit?: string | undefined;
  /** The data folder. */
  folder?: string | undefined;
}
