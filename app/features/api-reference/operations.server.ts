/** API operations by noun, from the OpenAPI description. */
import { openApiDocument } from 'contract/api/openapi';
import type { Route } from 'contract/rules/route';
import { routes } from 'contract/api/routes';
import { scopeOf } from 'contract/api/token-scopes';
import { exampleOf, type JsonSchema, type JsonSchemas } from './example.server';

export interface Parameter {
  name: string;
  place: 'path' | 'query';
  isRequired: boolean;
  /** `string`, `integer`, `list of string`. */
  type: string;
  words: string;
  /** Allowed values; empty for any. */
  values: string[];
  otherwise: string;
  takesSeveral: boolean;
}

export interface Operation {
  id: string;
  method: Route['method'];
  path: string;
  summary: string;
  noun: string;
  /** As text: no token, a session, or a token with a scope. */
  needs: string;
  parameters: Parameter[];
  /** JSON; undefined without a JSON body. */
  body: string | undefined;
  answer: string | undefined;
  sends: string[];
  answers: string[];
  status: number;
  errors: { status: string; text: string }[];
  /** It reads, and its response ends (no streams). */
  canBeTried: boolean;
}

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema; description?: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
type Content = Record<string, { schema: JsonSchema }>;

let all: Operation[] | undefined;

/** In the order of the description, without /internal, which is for pages. */
export function operations(): readonly Operation[] {
  return (all ??= read());
}

export function operationNamed(id: string): Operation | undefined {
  return operations().find((one) => one.id === id);
}

/** All operations without a query. */
export function operationsByNoun(query = ''): { noun: string; operations: Operation[] }[] {
  let words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let found = operations().filter((operation) => {
    let text = searchedText(operation);
    return words.every((word) => text.includes(word));
  });
  let nouns = [...new Set(found.map(({ noun }) => noun))];
  return nouns.map((noun) => ({ noun, operations: found.filter((one) => one.noun === noun) }));
}

function searchedText({ id, method, path, summary, noun, parameters }: Operation): string {
  return [id, method, path, summary, noun, ...parameters.map(({ name }) => name)].join(' ').toLowerCase();
}

function read(): Operation[] {
  let { paths = {}, components } = openApiDocument();
  let schemas = (components?.schemas ?? {}) as JsonSchemas;
  let described = Object.values(paths).flatMap((path) => Object.values(path as Record<string, Described>));
  let byId = new Map(described.map((one) => [one.operationId, one]));
  return routes
    .filter(({ path }) => !path.startsWith('/internal/'))
    .map((route) => operationOf(route, byId.get(route.id)!, schemas));
}

function operationOf(route: Route, described: Described, schemas: JsonSchemas): Operation {
  let { id, method, path, summary, tag: noun, status, kind } = route;
  let sent = described.requestBody?.content ?? {};
  let answered = described.responses[String(status)]?.content ?? {};
  return {
    id,
    method,
    path,
    summary,
    noun,
    needs: needsOf(route),
    parameters: (described.parameters ?? []).filter(isShown).map((one) => parameterOf(one, schemas)),
    body: route.fileTypes.length > 0 ? undefined : exampleIn(sent, schemas),
    answer: exampleIn(answered, schemas),
    sends: Object.keys(sent),
    answers: Object.keys(answered),
    status,
    errors: errorsOf(described),
    canBeTried: method === 'GET' && kind !== 'sse' && kind !== 'file' && route.access !== 'platform-admin',
  };
}

function needsOf(route: Route): string {
  if (route.access === 'anyone') return 'No token';
  let scope = scopeOf(route);
  return scope === null ? 'A session. API tokens cannot do this.' : `A token with the scope “${scope}”`;
}

function isShown({ in: place }: { in: string }): boolean {
  return place === 'path' || place === 'query';
}

function parameterOf(
  { name, in: place, required = false, schema, description }: NonNullable<Described['parameters']>[number],
  schemas: JsonSchemas,
): Parameter {
  let own = resolved(schema, schemas);
  let item = own.items ? resolved(own.items, schemas) : own;
  return {
    name,
    place: place as Parameter['place'],
    isRequired: required,
    type: typeOf(own, schemas),
    words: description ?? own.description ?? '',
    values: (item.enum ?? []).map(String),
    otherwise: own.default === undefined ? '' : String(own.default),
    takesSeveral: own.type === 'array',
  };
}

function resolved(schema: JsonSchema, schemas: JsonSchemas): JsonSchema {
  return schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
}

function typeOf(schema: JsonSchema, schemas: JsonSchemas): string {
  let choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((one) => typeOf(resolved(one, schemas), schemas)))].join(' or ');
  if (schema.type === 'array')
    return `list of ${schema.items ? typeOf(resolved(schema.items, schemas), schemas) : 'text'}`;
  return [schema.type].flat().filter(Boolean).join(' or ') || 'string';
}

function exampleIn(content: Content, schemas: JsonSchemas): string | undefined {
  let [type, described] = Object.entries(content)[0] ?? [];
  if (!type || !described || !/json/.test(type)) return undefined;
  let example = exampleOf(described.schema, schemas);
  return type === 'application/x-ndjson' ? JSON.stringify(example) : JSON.stringify(example, null, 2);
}

function errorsOf({ responses }: Described): Operation['errors'] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) => description.split('\n').map((text) => ({ status, text })));
}
