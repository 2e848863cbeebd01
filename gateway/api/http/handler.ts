import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from 'contract/rules/route';
import type { ActorContext } from '../../floor/audit';
import type { Caller } from '../../people/accounts/tokens';
import type { Services } from './services';
import type { Once } from '../../floor/once';
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
  /** The uploaded file of routes that take one; null without a body. */
  file: AsyncIterable<Uint8Array> | null;
  fileType: string;
  caller: Caller;
  owner: OwnerRow;
  isConfirmed: boolean;
  /** Who acts, when and from where, for the audit log. */
  act: ActorContext;
  url: URL;
  /** Of the request, with the proof of who asks. */
  headers: Headers;
  once: Once;
  /** Address of the client, empty when not known. */
  address: string;
  /** Aborted when the client disconnects. */
  gone: AbortSignal;
  /** For streams: refuses once the call would no longer be admitted. */
  admitAgain: () => Promise<void>;
}

export class Streamed {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  readonly headers: Record<string, string>;
  /** The values of the chunks, for callers in this process, which need no text. */
  readonly values: readonly object[] | undefined;

  constructor(chunks: AsyncIterable<string | Uint8Array>, headers: Record<string, string>, values?: readonly object[]) {
    this.chunks = chunks;
    this.headers = headers;
    this.values = values;
  }
}

type Handler<R extends Route> = (call: HandlerCall<R>) => Promise<AnswerOf<R> | Streamed>;

/** One handler for each endpoint of a noun, by the same name. */
export type HandlersOf<Api extends Record<string, Route>> = { [K in keyof Api]: Handler<Api[K]> };

export interface Endpoint {
  route: Route;
  handle: Handler<Route>;
}

export function serve<Api extends Record<string, Route>>(api: Api, handlers: HandlersOf<Api>): Endpoint[] {
  // The pipeline parses each call by its own route before it reaches the handler.
  let byName = handlers as unknown as Record<string, Handler<Route>>;
  return Object.entries(api).map(([name, route]) => ({ route, handle: byName[name]! }));
}
