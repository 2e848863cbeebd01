/** Example values for a JSON schema. */

/** The subset of JSON Schema that our descriptions use. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  maxItems?: number;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  minimum?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

export type JsonSchemas = Record<string, JsonSchema>;

const depthMax = 6;
/** With more optional properties than this, an example has two. */
const optionalMax = 8;

const texts: [RegExp, string][] = [
  [/^(owner|name_of_owner)$/, 'acme'],
  [/username/, 'ada'],
  [/email/, 'ada@example.com'],
  [/(company_domain|^company|^domain)$/, 'northwind.example'],
  [/company_name/, 'Northwind'],
  [/(^id|_id)$/, '0199c1d2-7a10-7000-8000-000000000001'],
  [/backend_registry/, 'docker.io'],
  [/repository_name/, 'acme/engine'],
  [/redirect_target/, 'https://files.example.com'],
  [/refer+er/, 'https://docs.example.com/start'],
  [/(url|website|self|next|domains)$/, 'https://example.com/engine'],
  [/(path|incoming_path)$/, '/engine/{version}'],
  [/country/, 'DE'],
  [/state|city/, 'Berlin'],
  [/version/, '2.1.0'],
  [/client/, 'curl'],
  [/platform/, 'linux'],
  [/user_agent|agent/, 'curl/8.5.0'],
  [/address/, '192.0.2.1'],
  [/date|day/, '2026-11-01'],
  [/token/, 'the-text-of-the-token'],
  [/description/, 'An engine.'],
  [/name|artifact|package/, 'engine'],
];

/** `name`: of the property. */
export function exampleOf(schema: JsonSchema, schemas: JsonSchemas, name = '', depth = 0): unknown {
  let inner = (one: JsonSchema) => exampleOf(one, schemas, name, depth);
  if (schema.$ref) return inner(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined && !Array.isArray(schema.default)) return schema.default;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner));
  let [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice) return inner(choice);
  let [type] = [schema.type].flat();
  if (type === 'object' || schema.properties) return objectOf(schema, schemas, depth);
  if (type === 'array') return depth < depthMax && schema.items && schema.maxItems !== 0 ? [inner(schema.items)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return textOf(schema, name);
}

function objectOf({ properties = {}, required = [] }: JsonSchema, schemas: JsonSchemas, depth: number): object {
  if (depth >= depthMax) return {};
  let optional = Object.keys(properties).filter((key) => !required.includes(key));
  let leftOut = optional.length > optionalMax ? optional.slice(2) : [];
  let entries = Object.entries(properties)
    .filter(([key]) => !leftOut.includes(key))
    .map(([key, one]) => [key, exampleOf(one, schemas, key, depth + 1)]);
  return Object.fromEntries(entries);
}

function textOf({ format, pattern = '' }: JsonSchema, name: string): string {
  if (pattern.includes('\\d{4}-')) return '2026-11-01';
  if (format === 'date-time') return '2026-11-01T09:30:00.000Z';
  if (format === 'uuid') return '0199c1d2-7a10-7000-8000-000000000001';
  return texts.find(([pattern]) => pattern.test(name))?.[1] ?? 'text';
}
