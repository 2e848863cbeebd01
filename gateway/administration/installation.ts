/** What the server knows of itself; nothing of it is known in a test. */
export interface Installation {
  version?: string | undefined;
  commit?: string | undefined;
  /** The data folder. */
  folder?: string | undefined;
}
