import { describe, expect, test } from 'vitest';
import { openApiDocument } from 'contract/api/openapi';
import { routes } from 'contract/api/routes';
import { isEqual, isNone, readWhere, takesWhere, variableKey } from 'contract/analytics/where';
import { z } from 'zod';

describe('conditions of an address', () => {
  test('are one filter: values of one key are alternatives, keys add up', () => {
    let texts = [
      'request_platform:equals:linux',
      'request_platform:is-empty',
      'request_platform:equals:linux',
      'request_referrer:contains:https://a.example/x:y',
      'company_funnelstage:interest',
      'company_funnelstage:inactive',
      'request_is_bot:false',
      'request_variables.a%3Ab:equals:c:d',
    ];
    expect(readWhere(texts)).toEqual({
      conditions: {
        request_platform: { op: 'equals', values: ['linux', ''] },
        request_referrer: { op: 'contains', values: ['https://a.example/x:y'] },
        company_funnelstage: { op: 'interest', or: ['inactive'] },
        request_is_bot: { value: false },
        request_variables: { 'a:b': { op: 'equals', values: ['c:d'] } },
      },
      texts: texts.toSpliced(2, 1),
      refused: [],
    });
  });

  test('that cannot be read do not change what the others say', () => {
    let { conditions, texts, refused } = readWhere(['x', 'request_client:equals:curl', 'request_client:contains:c']);
    expect(conditions).toEqual({ request_client: { op: 'equals', values: ['curl'] } });
    expect(texts).toEqual(['request_client:equals:curl']);
    expect(refused.map(({ text }) => text)).toEqual(['x', 'request_client:contains:c']);
  });

  test('are written as they are read', () => {
    for (let [name, value] of [
      ['page', 'intro'],
      ['a.b:c/%', 'x:y'],
      ['ä &', ''],
    ] as const) {
      let { conditions, refused } = readWhere([isEqual(variableKey(name), value)]);
      expect(refused).toEqual([]);
      expect(Object.keys(conditions.request_variables!)).toEqual([name]);
    }
  });

  test('have opposites, which match everything else', () => {
    expect(isNone(['request_version:equals:1:equals:2', 'request_version:is-empty'])).toEqual([
      'request_version:not-equals:1:equals:2',
      'request_version:is-not-empty',
    ]);
    expect(isNone(['request_version:equals:1', 'artifact_importance:high'])).toBeUndefined();
  });
});

describe('the API', () => {
  test('takes conditions wherever a question about events takes a filter', () => {
    let asks = routes.filter(
      ({ query, method }) => method === 'GET' && query instanceof z.ZodObject && 'filter_id' in query.shape,
    );
    expect(asks.length).toBeGreaterThan(10);
    expect(asks.filter((route) => !takesWhere(route)).map(({ id }) => id)).toEqual([]);
  });

  test('describes them, and the errors about them', () => {
    let get = openApiDocument().paths!['/v3/insights/{owner}/aggregations/export']!.get!;
    let where = (get.parameters as { name: string; schema: { type: string; description?: string } }[]).find(
      ({ name }) => name === 'where',
    );
    expect(where?.schema).toMatchObject({ type: 'array', items: { type: 'string' } });
    expect(JSON.stringify(where)).toContain('request_platform:equals:linux');
    expect(JSON.stringify(get.responses?.[422])).toMatch(/condition-is-invalid.*too-many-conditions/);
  });
});
