/**
 * The definition of an endpoint: method, path, who may call it, input, output. The gateway serves
 * these, the dashboard calls them, the OpenAPI page lists them.
 */
import { z } from 'zod';
import type { ErrorCode } from './errors';
import * as limits from '../floor/limits';

/**
 * Who may call. `anyone`: no token. `session`: any token. `self`: the person named in the path.
 * `person`: the same, but no platform admin. The rest need a role on the owner named in the path:
 * `read` member and up, `export` and `write` admin and up, `own` owner only; `write-or-self` is
 * `write`, or being the person named in the path. A platform admin may do all of them except
 * `person`. In the path of one package, or where a query selects packages alone, a role on those
 * packages counts as well.
 */
export type Access =
  'anyone' | 'session' | 'self' | 'person' | 'read' | 'export' | 'write' | 'write-or-self' | 'own' | 'platform-admin';

/** `sse`: server-sent events until the client disconnects. `file`: bytes, compressed with gzip. */
export type AnswerKind = 'json' | 'csv' | 'ndjson' | 'sse' | 'file' | 'none';

export interface Route<
  P extends z.ZodTypeAny = z.ZodTypeAny,
  Q extends z.ZodTypeAny = z.ZodTypeAny,
  B extends z.ZodTypeAny = z.ZodTypeAny,
  A extends z.ZodTypeAny = z.ZodTypeAny,
> {
  /** operationId of the OpenAPI page. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * Path with `{name}` parameters; the owner is always `{owner}`, a person `{username}`, an
   * organization `{name}`.
   */
  path: string;
  summary: string;
  tag: string;
  access: Access;
  params: P;
  query: Q;
  body: B;
  /** Media types of the file that is sent instead of a JSON body; it is read while it comes. */
  fileTypes: readonly string[];
  status: number;
  kind: AnswerKind;
  /** One JSON answer, one line of an NDJSON answer, or one message of a stream. */
  answer: A;
  /** Values in a JSON body; few, because schemas take long for many. */
  bodyValuesMax: number;
  /** Column names of a CSV answer; by default, those of raw events. */
  columns?: readonly string[];
  /** Whether a call must carry a confirmation, see confirmation.ts. */
  isSensitive: boolean;
  /** Whether a confirmation can be sent along; true by default for sensitive endpoints. */
  takesConfirmation: boolean;
  /** Whether it counts events, which is done in turn: see gateway/floor/calls/work-limits.ts. */
  countsEvents: boolean;
  /** Whether an answer can take as long as that of a report. */
  takesLong: boolean;
  /** Whether the answer is kept for later pages, so that the call does not end with its page. */
  isKept: boolean;
  errors: readonly ErrorCode[];
}

type Given<
  P extends z.ZodTypeAny = z.ZodTypeAny,
  Q extends z.ZodTypeAny = z.ZodTypeAny,
  B extends z.ZodTypeAny = z.ZodTypeAny,
  A extends z.ZodTypeAny = z.ZodTypeAny,
> = Pick<Route, 'id' | 'method' | 'path' | 'summary' | 'tag' | 'access'> & {
  params?: P;
  query?: Q;
  body?: B;
  fileTypes?: readonly string[];
  status?: number;
  answer?: A;
  bodyValuesMax?: number;
  columns?: readonly string[];
  isSensitive?: boolean;
  takesConfirmation?: boolean;
  countsEvents?: boolean;
  takesLong?: boolean;
  isKept?: boolean;
  errors?: readonly ErrorCode[];
};

const Nothing = z.object({});
const NoBody = z.undefined();

/** Defines one endpoint. Defaults: empty input, status 200 (204 without an answer), JSON. */
export function route<
  P extends z.ZodTypeAny = typeof Nothing,
  Q extends z.ZodTypeAny = typeof Nothing,
  B extends z.ZodTypeAny = typeof NoBody,
  A extends z.ZodTypeAny = typeof NoBody,
  K extends AnswerKind = 'json' | 'none',
>(given: Given<P, Q, B, A> & { kind?: K }): Route<P, Q, B, A> & { kind: K };
export function route({ kind, ...given }: Given & { kind?: AnswerKind }): Route {
  kind ??= given.answer ? 'json' : 'none';
  return {
    ...given,
    params: given.params ?? Nothing,
    query: given.query ?? Nothing,
    body: given.body ?? NoBody,
    answer: given.answer ?? NoBody,
    kind,
    bodyValuesMax: given.bodyValuesMax ?? limits.bodyValuesMax,
    fileTypes: given.fileTypes ?? [],
    status: given.status ?? (kind === 'none' ? 204 : 200),
    isSensitive: given.isSensitive ?? false,
    takesConfirmation: given.takesConfirmation ?? given.isSensitive ?? false,
    countsEvents: given.countsEvents ?? false,
    takesLong: given.takesLong ?? given.countsEvents ?? false,
    isKept: given.isKept ?? false,
    errors: given.errors ?? [],
  };
}

export type ParamsOf<R extends Route> = z.output<R['params']>;
export type QueryOf<R extends Route> = z.output<R['query']>;
export type BodyOf<R extends Route> = z.output<R['body']>;
/** The result of a call: all lines of an NDJSON answer, the parsed body of a JSON one. */
export type AnswerOf<R extends Route> = R extends { kind: 'ndjson' } ? z.output<R['answer']>[] : z.output<R['answer']>;
export type CallOf<R extends Route> = {
  params?: z.input<R['params']>;
  query?: z.input<R['query']>;
  body?: z.input<R['body']>;
};

/** A query value that can be given once or many times; always a list after parsing. */
export function queryList<T extends z.ZodTypeAny>(
  item: T,
): z.ZodType<z.output<T>[], z.ZodTypeDef, z.input<T> | z.input<T>[] | undefined> {
  return z.preprocess((v) => (v === undefined ? [] : Array.isArray(v) ? v : [v]), z.array(item));
}

/** A value of an answer: a known one, or `others` for those of a gateway that knows more. */
export function knownOrOthers<const T extends string>(known: readonly T[]) {
  let Word = z.enum(['others', ...known]);
  return z.preprocess((v) => (typeof v === 'string' && !Word.safeParse(v).success ? 'others' : v), Word);
}

/**
 * `per_page` (1..100 or `max`), `after` (id of the last item of the page before) and `page` (from
 * 1).
 */
export const PageQuery = z.object({
  per_page: z
    .union([z.literal('max'), z.coerce.number().int().min(1).max(limits.pageSizeMax)])
    .default(limits.pageSizeDefault),
  after: z.string().max(300).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
export type PageQuery = z.output<typeof PageQuery>;

/**
 * A field of an answer that the published description of the API does not require: our gateway
 * always sends it, and `instead` is read from another one that leaves it out.
 */
export function ours<T extends z.ZodTypeAny>(schema: T, instead: z.output<T>) {
  return z.preprocess((value) => value ?? instead, schema);
}

/**
 * A page of a list: the items, links to this and the next page, and the total count, which is that
 * of the items where none is sent. `more`: other fields.
 */
export function pageOf<T extends z.ZodTypeAny, M extends z.ZodRawShape = Record<never, never>>(item: T, more?: M) {
  let page = z.object({
    results: z.array(item),
    _links: ours(z.object({ self: z.string(), next: ours(z.string().nullable(), null) }), { self: '', next: null }),
    total: z.number().int(),
  });
  return z.preprocess(withTotal, page.extend(more ?? ({} as M)));
}

function withTotal(page: unknown): unknown {
  if (typeof page !== 'object' || page === null || !('results' in page) || 'total' in page) return page;
  return { ...page, total: Array.isArray(page.results) ? page.results.length : 0 };
}
