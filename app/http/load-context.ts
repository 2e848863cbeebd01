/**
 * The load context that the server passes to every loader and action. Empty under plain
 * remix-serve, where the gateway is remote.
 */
import '@remix-run/node';
import type { AskInProcess } from 'contract/analytics/reports';

export interface GatewayCaller {
  /** Address of the client, for sign-in limits. */
  address?: string;
  /** Identity of the page, by which token and role lookups are memoized. */
  page?: object;
}

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The embedded gateway's API as a function, without a socket. */
    gateway?: (request: Request, from: GatewayCaller) => Promise<Response>;
    /** Answers questions of a page by the embedded gateway, each by itself. */
    ask?: AskInProcess;
    clientAddress?: string;
    /** False for single-fetch data. */
    isDocument?: boolean;
    /** `performance.now()` at the start of the request. */
    startedAt?: number;
    /** Gateway calls so far, with their durations. */
    calls?: { id: string; ms: number }[];
    /** Aborted when the client disconnects before the end of the response. */
    clientGone?: AbortSignal;
    /** Set when the request exceeds the limit of concurrent pages. */
    busy?: 'too-much-at-once' | 'server-is-busy' | undefined;
    /** `User-Agent` of the browser, for the audit log and the list of sessions. */
    clientAgent?: string;
    /** Passed on with gateway calls, and logged. */
    requestId?: string | undefined;
    /** Receives the route pattern, such as `/packages/:owner`. */
    noteRoute?: (pattern: string) => void;
    /** The session's confirmation (password typed again), sent with gateway calls. */
    confirmation?: string;
    /** New display cookie, when the browser has another one. */
    display?: string | undefined;
    /** The server sets the headers of every answer; the page adds only its own. */
    hasCommonHeaders?: boolean;
    /**
     * Null when the server can take the body from here, which is quicker than reading a stream;
     * then the body.
     */
    rawBody?: Uint8Array | null;
    /** Changes with every control store write and event deletion; undefined if unknown. */
    storesVersion?: (() => Promise<string | undefined>) | undefined;
    /** Version of the stores before the loaders ran, if it was read. */
    state?: string | undefined;
    /** Whether the page depends only on stored data and the current minute. */
    isCacheable?: boolean;
    /** Rows from a remote gateway that were left out because they do not match the contract. */
    unreadRows?: number;
    /** Parts that are left out because a call for them failed. */
    missingParts?: Map<string, number>;
    /** Attributions that the licences of the location data require on pages. */
    attributions?: readonly string[];
  }
}
