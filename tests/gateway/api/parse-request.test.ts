/** Reads the inputs of a call. */
import { jsonBody, queryObject } from 'gateway/api/http/parse-request';
import { respondToError } from 'gateway/api/http/respond';
import { bodyBytesMax, bodyValuesMax } from 'contract/floor/limits';
import pino from 'pino';
import { expect, test } from 'vitest';

function post(body: BodyInit): Request {
  return new Request('http://gateway.test', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

test('a repeated key is a list, and empty values are left out', () => {
  expect(queryObject(new URL('http://gateway.test/?a=1&b=2&a=3&c=&b=&a=4'))).toEqual({ a: ['1', '3', '4'], b: '2' });
});

test('a query with a great many keys is read in full', () => {
  let search = Array.from({ length: 150_000 }, (_, i) => `${i}=1&same=2`).join('&');
  let query = queryObject(new URL(`http://gateway.test/?${search}`));
  expect(Object.keys(query)).toHaveLength(150_001);
  expect(query.same).toHaveLength(150_000);
});

test('names of object prototypes are ordinary keys', () => {
  expect(Object.entries(queryObject(new URL('http://gateway.test/?__proto__=1')))).toEqual([['__proto__', '1']]);
});

test.each([
  ['lists in lists', '['.repeat(bodyBytesMax / 2) + ']'.repeat(bodyBytesMax / 2)],
  ['objects in objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
])('a body of %s is refused as not valid', async (_, body) => {
  await expect(jsonBody(post(body))).rejects.toMatchObject({ code: 'json-not-valid' });
});

test('a body has a limit of values', async () => {
  let list = (count: number) => post(JSON.stringify(Array.from({ length: count }, () => 'a')));
  expect(await jsonBody(list(bodyValuesMax - 1))).toHaveLength(bodyValuesMax - 1);
  await expect(jsonBody(list(bodyValuesMax))).rejects.toMatchObject({ code: 'body-too-large' });
});

test('a body over the limit is refused', async () => {
  let refused = await jsonBody(post('x'.repeat(bodyBytesMax + 1))).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'body-too-large' });
  let answer = respondToError(refused, pino({ level: 'silent' }));
  expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
});
