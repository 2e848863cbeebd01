/** The pages of the API: what they say of each call, and what trying one does. */
import { curlCommand } from 'app/features/api-reference/try-request.server';
import { operationNamed, operations, operationsByNoun } from 'app/features/api-reference/operations.server';
import { missingParameters, parameterValuesIn } from 'app/features/api-reference/try-request.server';
import { loader } from 'app/routes/api.$operation';
import { parseLines } from 'contract/floor/call-address';
import { routes } from 'contract/api/routes';
import { type Browser, browserOf } from 'tests/support/dashboard';
import { createWorld, type World } from 'tests/support/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const published = routes.filter(({ path }) => !path.startsWith('/internal/'));

test('every call that programs can make has a page, and no other', () => {
  expect(operations().map(({ id }) => id)).toEqual(published.map(({ id }) => id));
  expect(operationsByNoun().flatMap((group) => group.operations)).toHaveLength(published.length);
});

describe('the examples of a call', () => {
  test.each(published.map((route) => [route.id, route] as const))('%s are what it takes and answers', (id, route) => {
    let { answer, body, parameters } = operationNamed(id)!;
    if (answer !== undefined) {
      let examples = route.kind === 'ndjson' ? parseLines(answer) : [JSON.parse(answer)];
      for (let example of examples) expect(route.answer.safeParse(example).error?.issues ?? []).toEqual([]);
    }
    if (body !== undefined) expect(JSON.parse(body)).toBeInstanceOf(Object);
    let inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(parameters.filter(({ place }) => place === 'path').map(({ name }) => name)).toEqual(inPath);
  });
});

describe('a search', () => {
  let found = (query: string) => operationsByNoun(query).flatMap((group) => group.operations.map(({ id }) => id));
  test('finds calls that have every word in their address, summary or parameters', () => {
    expect(found('DELETE tracking-pixels')).toEqual(['deletePixelDomain', 'deleteTrackingPixel']);
    expect(found('stage_from')).toEqual(['getCompanies']);
    expect(found('no-such-word')).toEqual([]);
  });
});

describe('a command', () => {
  test('has what was typed, and examples for what was not', () => {
    let operation = operationNamed('getPackages')!;
    let typed = { ...parameterValuesIn(new URLSearchParams('per_page=2'), operation, 'acme'), type: 'file\ndocker' };
    expect(curlCommand(operation, typed)).toContain("/v2/packages/acme?per_page=2&type=file&type=docker'");
    expect(curlCommand(operation, {})).toContain("/v2/packages/acme'");
    expect(missingParameters(operation, parameterValuesIn(new URLSearchParams('try=1'), operation, 'acme'))).toEqual([
      'owner',
    ]);
  });

  test('sends the example of a body as one word of a shell', () => {
    let command = curlCommand(operationNamed('createTrackingPixel')!, {});
    expect(command).toMatch(/-X POST \\\n {2}-H 'content-type: application\/json' \\\n {2}-d '\{"name":/);
  });
});

describe('trying a call', () => {
  let world: World;
  let ada: Browser;
  beforeAll(async () => {
    world = await createWorld();
    ada = await browserOf(world, 'ada');
  });
  afterAll(() => world.close());

  let open = (operation: string, query: string) => ada.open(loader, { operation }, `/api/${operation}?${query}`);

  test('answers with status, headers and body', async () => {
    let { tried } = await open('getPackages', 'try=1&owner=ada&per_page=1');
    expect(tried).toMatchObject({ address: '/v2/packages/ada?per_page=1', status: 200, isCut: false });
    expect(tried?.headers.map(([name]) => name)).toContain('x-request-id');
    expect(JSON.parse(tried?.body ?? '')).toMatchObject({ results: expect.any(Array) });
  });

  test('shows what is refused, as it is', async () => {
    let { tried } = await open('getPackages', 'try=1&owner=hopper-labs');
    expect([tried?.status, JSON.parse(tried?.body ?? '')]).toMatchObject([403, { code: 'permission-not-granted' }]);
  });

  test('is not done before it is asked for, without what is required, or for a visitor', async () => {
    expect((await open('getPackages', '')).tried).toBeNull();
    expect(await open('getPackages', 'try=1')).toMatchObject({ tried: null, missing: ['owner'] });
    let request = new Request('http://dashboard.test/api/getPackages?try=1&owner=ada');
    let context = { gateway: world.gateway.api };
    let visited = await loader({ request, params: { operation: 'getPackages' }, context });
    expect(visited).toMatchObject({ tried: null, signIn: '/login?backTo=%2Fapi%2FgetPackages' });
  });

  test('is never done for a call that changes something', async () => {
    let { tried, operation } = await open('deletePackage', 'try=1&owner=ada&package_id=x');
    expect([tried, operation.canBeTried]).toEqual([null, false]);
    let tryable = operations().filter(({ canBeTried }) => canBeTried);
    expect(new Set(tryable.map(({ method }) => method))).toEqual(new Set(['GET']));
  });
});
