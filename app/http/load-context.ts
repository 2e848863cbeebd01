/**
 * The load context that the server passes to every loader and action. Empty under plain
 * remix-serve, where the gateway is remote.
 */
import '@remix-run/node';
import type { lastEventApi } from 'contract/analytics/last-event';
import type { AnswerOf } from 'contract/route';

export interface GatewayCaller {
  /** Address of the client, for sign-in limits. */
  address?: string;
  /** Stands for the page that the call is for: what decides who may see it is read once. */
  page?: object;
  /** Takes the values of an answer that has them, which then comes without a body. */
  take?: (values: readonly object[]) => void;
}

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The embedded gateway's API as a function, without a socket. */
    gateway?: (request: Request, from: GatewayCaller) => Promise<Response>;
    clientAddress?: string;
    /** Whether the page is asked for as a document, and not its data alone. */
    isDocument?: boolean;
    /** When the page was begun, by `performance.now()`. */
    startedAt?: number;
    /** The calls of the gateway so far, and how long each took, in milliseconds. */
    calls?: { id: string; ms: number }[];
    /** Aborted when the client has left before the whole answer was there. */
    clientGone?: AbortSignal;
    /** Why this page is not made: too many are being made already. */
    busy?: 'too-much-at-once' | 'server-is-busy' | undefined;
    /** `User-Agent` of the browser, for the audit log and the list of sessions. */
    clientAgent?: string;
    /** Id of the request, for the calls that it leads to and for the log. */
    requestId?: string | undefined;
    /** Told the pattern of the page's address, as `/packages/:owner`. */
    noteRoute?: (pattern: string) => void;
    /**
     * The confirmation of the session that calls send, as the request brought it or as it was given
     * since.
     */
    confirmation?: string;
    /** The cookie with how the person wants days and numbers, where the browser has another one. */
    display?: string | undefined;
    /** The server sets the headers of every answer; the page adds only its own. */
    hasCommonHeaders?: boolean;
    /**
     * Null where the server takes the body of an answer from here, which is quicker than to read it
     * from a stream, and the body where it has been left here.
     */
    rawBody?: Uint8Array | null;
    /**
     * Another text after whatever changes the records, and after events were deleted; undefined
     * where this process cannot know.
     */
    storesVersion?: (() => Promise<string | undefined>) | undefined;
    /** What the stores were like before the loaders ran; undefined where it was not asked. */
    state?: string | undefined;
    /** The gateway's answer about the last event at that moment; left out where it was not asked. */
    lastEvent?: AnswerOf<typeof lastEventApi.getLastEvent>;
    /** Whether the page shows what is stored and the time by the minute, and nothing else. */
    isCacheable?: boolean;
    /** How many rows of lists another gateway sent that could not be read, and are left out. */
    unreadRows?: number;
    /** Attributions that the licences of the location data require on pages. */
    attributions?: readonly string[];
  }
}
