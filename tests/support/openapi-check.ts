/** Checks every response that a test receives against the gateway's own OpenAPI page. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { decisionColumns, rawEventColumns } from 'contract/analytics/events';
import type { Route } from 'contract/rules/route';
import type { Gateway } from 'gateway/api/gateway-options';
import type { Answer } from './world';

type Document = {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
};

interface Page {
  document: Document;
  ajv: Ajv2020;
}

const pages = new WeakMap<Gateway, Promise<Page>>();

/** Pages by their text. Gateways with the same page share it and its compiled schemas. */
const read = new Map<string, Page>();

/**
 * Fails unless the page describes this response: its status, its content type and its body, without
 * additional fields.
 */
export async function checkAgainstOpenApi(gateway: Gateway, route: Route, answer: Answer): Promise<void> {
  if (!pages.has(gateway)) pages.set(gateway, readPage(gateway));
  let { document, ajv } = (await pages.get(gateway)) as Page;
  let method = route.method.toLowerCase();
  let content = document.paths[route.path]?.[method]?.responses[answer.status]?.content;
  let described = document.paths[route.path]?.[method]?.responses[answer.status];
  expect(described, `${route.id} answered ${answer.status}, which its description lacks: ${answer.text}`).toBeDefined();
  expect(answer.headers.get('cache-control')).toBe('no-store');
  if (!content) return expect(answer.text).toBe('');
  let type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  expect(Object.keys(content), `${route.id} answered ${type}`).toContain(type);
  if (type === 'text/csv') {
    let columns = route.columns ?? rawEventColumns;
    let isRaw = !route.columns && answer.text.split('\n')[0]!.endsWith(decisionColumns.join(','));
    return expect(answer.text.split('\n')[0]).toBe([...columns, ...(isRaw ? decisionColumns : [])].join(','));
  }
  let validate = validatorOf(ajv, [
    'paths',
    route.path,
    method,
    'responses',
    String(answer.status),
    'content',
    type,
    'schema',
  ]);
  let values = type === 'application/x-ndjson' ? answer.text.split('\n').filter(Boolean).map(parse) : [answer.body];
  for (let value of values) expect(validate(value), `${route.id}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  if (answer.status === route.status && type === 'application/json' && route.kind === 'json')
    expect(route.answer.parse(answer.body), `${route.id} says more than its contract`).toEqual(answer.body);
}

/** The page, as the gateway serves it. */
async function readPage(gateway: Gateway): Promise<Page> {
  let response = await gateway.api(new Request('http://gateway.invalid/openapi.json'));
  let text = await response.text();
  let page = read.get(text);
  if (!page) {
    let document = JSON.parse(text) as Document;
    let ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    page = { document, ajv: ajv.addSchema(document, 'page') };
    read.set(text, page);
  }
  return page;
}

function validatorOf(ajv: Ajv2020, steps: string[]): ValidateFunction {
  let pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  let validate = ajv.getSchema(`page#/${pointer}`);
  if (!validate) throw new Error(`The OpenAPI page has nothing at ${pointer}.`);
  return validate as ValidateFunction;
}

function parse(line: string): unknown {
  return JSON.parse(line);
}
