import { Ajv2020 } from 'ajv/dist/2020';
import { describe, expect, it } from 'vitest';
import { errorCodes, statusOf } from 'contract/rules/errors';
import { openApiDocument } from 'contract/api/openapi';
import type { Route } from 'contract/rules/route';
import { routes } from 'contract/api/routes';
import { scopeOf } from 'contract/api/token-scopes';

interface Operation {
  operationId: string;
  security: object[];
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: { description?: string };
  }[];
  requestBody?: object;
  responses: Record<string, { description: string }>;
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
};

/**
 * The security of a call: a token with its scope, or a session. Reads also accept the token of a
 * link, except those of one person's own data.
 */
function securityOf(route: Route): object[] {
  let { access, method } = route;
  if (access === 'anyone') return [];
  let scope = scopeOf(route);
  let byToken = scope === null ? { Session: [] } : { ApiToken: [scope] };
  return [byToken, ...(method === 'GET' && access !== 'person' ? [{ OnePathToken: [] }] : [])];
}

describe('the OpenAPI page', () => {
  it.each(routes.map((route) => [route.id, route] as const))('describes %s', (_, route) => {
    let operation = document.paths[route.path]?.[route.method.toLowerCase()];
    expect(operation).toMatchObject({ operationId: route.id });
    expect(operation?.security).toEqual(securityOf(route));
    let inPath =
      operation?.parameters?.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name) ?? [];
    expect(inPath.sort()).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
    expect(Object.keys(operation?.responses ?? {})).toContain(String(route.status));
    for (let code of route.errors) expect(operation?.responses[statusOf(code)]?.description).toContain(`\`${code}\``);
  });

  it('says what each parameter means, and which last day is included', () => {
    let parameters = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ parameters = [] }) =>
        parameters.map(({ name, description, schema }) => ({
          path,
          name,
          words: description ?? schema.description ?? '',
        })),
      ),
    );
    expect(parameters.filter(({ words }) => words === '')).toEqual([]);
    let ends = parameters.filter(({ name }) => name === 'end_date');
    let exclusive = ends.filter(({ words }) => words.startsWith('Day after the last one')).map(({ path }) => path);
    expect(exclusive.length).toBeGreaterThan(4);
    expect(exclusive.filter((path) => !path.startsWith('/v3/insights/') && !path.startsWith('/internal/'))).toEqual([]);
    expect(ends.filter(({ path }) => !exclusive.includes(path)).map(({ words }) => words)).toContain(
      'Last day, which is included',
    );
  });

  it('has one operation with its own name for each endpoint', () => {
    let operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(routes.length);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(routes.length);
    expect(document.openapi).toBe('3.1.0');
    expect(document.components.securitySchemes).toEqual({
      ApiToken: { type: 'http', scheme: 'bearer', description: expect.any(String) },
      Session: { type: 'http', scheme: 'bearer', description: expect.any(String) },
      OnePathToken: { type: 'apiKey', in: 'query', name: 'one_path_token' },
    });
  });

  it('defines each schema once, and every schema is valid', () => {
    let ajv = new Ajv2020({ strict: false });
    for (let [name, schema] of Object.entries(document.components.schemas))
      expect(ajv.validateSchema(schema), name).toBe(true);
    for (let noun of ['Package', 'TrackingPixel', 'Domain', 'PackageRoute', 'User', 'AggregationRow', 'Error'])
      expect(JSON.stringify(document.paths) + JSON.stringify(document.components)).toContain(
        `#/components/schemas/${noun}"`,
      );
  });
});

describe('error codes', () => {
  it('have an error status and distinct messages', () => {
    for (let code of errorCodes) expect(statusOf(code), code).toBeGreaterThanOrEqual(400);
    expect(new Set(errorCodes).size).toBe(errorCodes.length);
  });
});
