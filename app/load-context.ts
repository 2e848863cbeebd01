/**
 * What server.ts hands to every loader and action. Empty under plain remix-serve, where the gateway
 * is a remote one.
 */
import '@remix-run/node';

export interface GatewayCaller {
  /** Address of the person behind this request, for sign-in limits. */
  address?: string;
}

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The embedded gateway's API as a function: no socket between. */
    gateway?: (request: Request, from: GatewayCaller) => Promise<Response>;
    clientAddress?: string;
    /** `User-Agent` of the person's browser, for the audit log and the list of sessions. */
    clientAgent?: string;
    /**
     * What calls carry beside the token of a session that has shown again who it belongs to; as the
     * request brought it, or as it was given since.
     */
    confirmation?: string;
    /** The server sets the headers that every answer carries; the page adds only its own. */
    hasCommonHeaders?: boolean;
    /** Sentences the licences of the location data in use ask a page to show. */
    attributions?: readonly string[];
  }
}
