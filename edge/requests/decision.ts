/**
 * Decisions of the edge: what to respond and what to count. The rules make them, `edge.ts` executes
 * them.
 */
import type { IncomingMessage } from 'node:http';
import type { Event } from 'contract/event-fields';
import type { FallbackReason } from 'contract/packages/fallback-targets';
import type { EdgeRequest } from './edge-request';
import type { Document, IndexCache } from '../upstream/index-cache';

/** A counted request: its package or pixel, and its variables. */
export interface CountedHit {
  type: Event['type'];
  artifactType: Event['artifactType'];
  /** Empty for an image without a package: the store side finds or creates it. */
  artifactId: string;
  ownerId: string;
  /** The owner wants to see companies. */
  trackCompanies: boolean;
  version: string;
  /** With the query parameters that select the file; the path alone when left out. */
  requestPath?: string;
  /** The manifest that was requested; its pull gives the version. */
  manifest?: ManifestReference;
  /** The address of the page, if given instead of the Referer. */
  page: string;
  variables: Record<string, string>;
  /** From the variable that the owner has chosen; otherwise from the variable `platform`. */
  platform?: string | undefined;
  /** The collection an image was pulled through, and the image's path at the registry. */
  collectionId?: string;
  imagePath?: string;
  /** The registry requires an account for images of the collection. */
  isPrivate?: boolean;
  /** For clients that send no user agent. */
  agent?: string;
  /** A client of this package type that sends only the name of its HTTP library. */
  madeWith?: { library: RegExp; client: string };
  /** Why a fallback target is used; left out otherwise. */
  fallback?: FallbackReason;
  /** The withdrawn version that was asked for; the request is counted as its refusal as well. */
  insteadOf?: string;
  /** The client may also report that it has installed the package. */
  mayTellInstall?: true;
}

/** By tag or by digest. */
export interface ManifestReference {
  image: string;
  reference: string;
}

/** A HEAD request for a manifest: not counted, but it names the pull that follows. */
export interface ManifestCheck extends ManifestReference {
  ownerId: string;
  /** Empty for an image without a package. */
  artifactId: string;
  trackCompanies: boolean;
}

/**
 * What an anonymous client gets. `hidden`: the registry requires an account. `missing`: it does not
 * have the image, or timed out.
 */
export type ManifestAccess = 'there' | 'hidden' | 'missing';

/** What deferred decisions may use. */
export interface DecisionContext {
  indexes: Pick<IndexCache, 'ask' | 'knows' | 'failureOf'>;
  registries: { look(ownerId: string, address: string): Promise<ManifestAccess> };
  /** Scheme, host and port that the client uses, without a trailing slash. */
  originOf(request: EdgeRequest): string;
}

export type EventRefusal =
  | 'method-not-allowed'
  | 'body-too-large'
  | 'events-type-not-known'
  | 'events-not-valid'
  | 'too-many-events'
  | 'too-many-requests'
  | 'token-not-valid'
  | 'install-not-valid'
  | 'notice-too-large'
  | 'notice-not-valid';

export interface SentEvent {
  version: string | undefined;
  page: string | undefined;
  variables: readonly (readonly [name: string, value: string])[];
}

/** Accepts the events in the body of a request. */
export interface Reception {
  kind: 'receive';
  status: 200 | 204;
  /** Pages of any origin may read the response. */
  forPages: boolean;
  /** The sender has authenticated, so only the journal limits how much is accepted. */
  isTrusted: boolean;
  hitsOf(req: IncomingMessage): Promise<CountedHit[] | EventRefusal>;
  /** Where the sender is redirected with the same body. */
  onward?: string | undefined;
  count: null;
}

/** `count` is null for requests that are not counted. */
export type Decision =
  /** 307 unless given. Clients cache a 301. */
  | { kind: 'redirect'; location: string; status?: 301 | 302; count: CountedHit | null; check?: ManifestCheck }
  /** 200 unless given. */
  | { kind: 'empty'; status?: 200 | 204; count: CountedHit | null }
  | Reception
  /** A browser's CORS preflight. */
  | { kind: 'preflight'; count: null }
  | { kind: 'event-refusal'; refusal: EventRefusal; forPages: boolean; count: null }
  | { kind: 'image'; count: CountedHit | null }
  /** `others`: the same at fallback targets, in order. */
  | { kind: 'proxy'; address: string; others?: readonly string[]; count: CountedHit | null; check?: ManifestCheck }
  /** Depends on an index that may have to be fetched first. */
  | { kind: 'deferred'; decide(context: DecisionContext): Promise<Decision> }
  | { kind: 'document'; document: Document; count: null }
  | { kind: 'json'; status: number; body: object; count: CountedHit | null }
  | { kind: 'text'; status: number; text: string; count: CountedHit | null }
  | { kind: 'refuse'; status: 404; body: 'host' | 'path' | 'image' | 'none' }
  | { kind: 'refuse'; status: 405; body: 'method' }
  | { kind: 'refuse'; status: 406; body: 'format' }
  | { kind: 'refuse'; status: 502; body: 'registry' };

export type Settled = Exclude<Decision, { kind: 'deferred' }>;

export const allowedMethods = 'GET, HEAD';

/** Whether the hit is the pull of a collection's image that has no package yet. */
export function isNewImage(what: CountedHit | null): boolean {
  return what?.artifactId === '';
}
