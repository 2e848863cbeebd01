/** The types of handlers, and how they are joined with their contract. */
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from 'contract/route';
import type { ActorContext } from '../../floor/audit';
import type { Caller } from '../../people/accounts/tokens';
import type { Services } from '../services';
import type { OwnerRow } from '../../floor/db/account-schema';

/**
 * One call that passed its access check; `caller` and `owner` are set by the route's access and
 * path.
 */
export interface HandlerCall<R extends Route> {
  parts: Services;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** The file that is sent, where the route takes one; null without a body. */
  file: AsyncIterable<Uint8Array> | null;
  /** Its media type, one of the route's. */
  fileType: string;
  /** Who calls. */
  caller: Caller;
  /** The owner, person or organization the path names. */
  owner: OwnerRow;
  /** Whether the session was confirmed in the last minutes. */
  isConfirmed: boolean;
  /** Who acts, when and from where, for the audit log. */
  act: ActorContext;
  url: URL;
  /** Address of the client, empty when not known. */
  address: string;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
  /** For answers that go on: refuses once the call would not be admitted any more. */
  admitAgain: () => Promise<void>;
}

/** An answer that is streamed, text as a rule. */
export class Streamed {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  readonly headers: Record<string, string>;
  /** What the chunks say, where it is known: for callers in this process, which need no text. */
  readonly values: readonly object[] | undefined;

  constructor(chunks: AsyncIterable<string | Uint8Array>, headers: Record<string, string>, values?: readonly object[]) {
    this.chunks = chunks;
    this.headers = headers;
    this.values = values;
  }
}

export type Handler<R extends Route> = (call: HandlerCall<R>) => Promise<AnswerOf<R> | Streamed>;

/** One handler for each endpoint of a noun, by the same name. */
export type HandlersOf<Api extends Record<string, Route>> = { [K in keyof Api]: Handler<Api[K]> };

/** An endpoint of the contract with its handler. */
export interface Endpoint {
  route: Route;
  handle: Handler<Route>;
}

/** Joins the endpoints of a noun with their handlers. */
export function serve<Api extends Record<string, Route>>(api: Api, handlers: HandlersOf<Api>): Endpoint[] {
  // The pipeline parses each call by its own route before it reaches the handler.
  let byName = handlers as unknown as Record<string, Handler<Route>>;
  return Object.entries(api).map(([name, route]) => ({ route, handle: byName[name]! }));
}
