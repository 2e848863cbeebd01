/**
 * Decisions of the edge: what to answer and what to count. The rules make them, `edge.ts` carries
 * them out.
 */
import type { IncomingMessage } from 'node:http';
import type { Event } from 'contract/event-fields';
import type { EdgeRequest } from './edge-request';
import type { Document, IndexCache } from './index-cache';

/** A counted request: the package or pixel, and the variables of the request. */
export interface CountedHit {
  type: Event['type'];
  artifactType: Event['artifactType'];
  /** Empty for an image without a package: the store side finds or creates the package. */
  artifactId: string;
  ownerId: string;
  /** The owner wants to see companies. */
  trackCompanies: boolean;
  version: string;
  /** With the query parameters that decide what is sent; the path alone when left out. */
  requestPath?: string;
  /** The manifest that a client of Docker or OCI asked for; its pull gives the version. */
  manifest?: ManifestReference;
  /** The address of the page, where it is given instead of the Referer. */
  page: string;
  variables: Record<string, string>;
  /** As the variable that the owner has chosen says it; that of the variable `platform` otherwise. */
  platform?: string | undefined;
  /** The collection an image was pulled through, and the path of the image at the registry. */
  collectionId?: string;
  imagePath?: string;
  /** The registry of the collection shows its images only to people with an account. */
  isPrivate?: boolean;
  /** The user agent of a client that names none in its request. */
  agent?: string;
  /** A client of this type of package that names only the library it is made with. */
  madeWith?: { library: RegExp; client: string };
  /** The client may also tell that it has installed what it downloads. */
  mayTellInstall?: true;
}

/** A manifest of an image, by tag or by digest. */
export interface ManifestReference {
  /** Path of the image. */
  image: string;
  reference: string;
}

/** A manifest that a client checks before it asks for it: not counted, and it names the pull. */
export interface ManifestCheck extends ManifestReference {
  ownerId: string;
}

/**
 * What a stranger gets of a manifest. `hidden`: the registry requires an account. `missing`: it does
 * not have the image, or does not answer in time.
 */
export type ManifestAccess = 'there' | 'hidden' | 'missing';

/** What a decision can ask for before it is made. */
export interface DecisionContext {
  indexes: Pick<IndexCache, 'ask' | 'knows'>;
  registries: { look(ownerId: string, address: string): Promise<ManifestAccess> };
  /** Scheme, host and port that the client uses, without a slash at the end. */
  originOf(request: EdgeRequest): string;
}

/** Why a request that sends events is refused. */
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

/** One event in the body of a request. */
export interface SentEvent {
  version: string | undefined;
  page: string | undefined;
  variables: readonly (readonly [name: string, value: string])[];
}

/** Takes the events in the body of a request. */
export interface Reception {
  kind: 'receive';
  status: 200 | 204;
  /** Whether pages of any origin may read the answer. */
  forPages: boolean;
  /** The sender has shown a token, so only the journal limits how much is taken. */
  isTrusted: boolean;
  hitsOf(req: IncomingMessage): Promise<CountedHit[] | EventRefusal>;
  /** Where the sender is sent on to with the same body. */
  onward?: string | undefined;
  count: null;
}

/** `count` is null for requests that are answered but not counted. */
export type Decision =
  /** 307 unless given. A client's own cache keeps a 301. */
  | { kind: 'redirect'; location: string; status?: 301 | 302; count: CountedHit | null; check?: ManifestCheck }
  /** 200 unless given. */
  | { kind: 'empty'; status?: 200 | 204; count: CountedHit | null }
  | Reception
  /** What a browser asks before it sends events from a page of another origin. */
  | { kind: 'preflight'; count: null }
  | { kind: 'event-refusal'; refusal: EventRefusal; forPages: boolean; count: null }
  | { kind: 'image'; count: CountedHit | null }
  | { kind: 'proxy'; address: string; count: CountedHit | null; check?: ManifestCheck }
  /** Depends on an index that may have to be fetched first. */
  | { kind: 'deferred'; decide(context: DecisionContext): Promise<Decision> }
  | { kind: 'document'; document: Document; count: null }
  /** A small JSON answer; an error, where the status says so. */
  | { kind: 'json'; status: number; body: object; count: null }
  | { kind: 'refuse'; status: 404; body: 'host' | 'path' | 'image' | 'none' }
  | { kind: 'refuse'; status: 405; body: 'method' }
  | { kind: 'refuse'; status: 406; body: 'format' }
  | { kind: 'refuse'; status: 502; body: 'registry' };

/** A decision that is made. */
export type Settled = Exclude<Decision, { kind: 'deferred' }>;

export const allowedMethods = 'GET, HEAD';

/** Whether the hit is the pull of a collection's image that has no package yet. */
export function isNewImage(what: CountedHit | null): boolean {
  return what?.artifactId === '';
}
