/** What a route made of an address is kept: for as long as its rules, and not for who asked. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RouteRule } from 'contract/packages/package-types/file';
import type { EdgeRequest } from 'edge/requests/edge-request';
import { createRoutingTable, decideRequest } from 'edge/routing-table';

const request: EdgeRequest = {
  method: 'GET',
  host: 'files.example.com',
  path: '/app/2.0',
  query: 'a=b',
  address: '',
  userAgent: '',
  referer: '',
  language: '',
  doNotTrack: false,
  headers: {},
};
const route = { ownerId: 'owner', trackCompanies: true, host: request.host, incomingPath: '/app/{version}' };
const first: RouteRule = { ...route, packageId: 'first', outgoingUrl: 'https://one.example/{version}' };
const second: RouteRule = { ...route, packageId: 'second', outgoingUrl: 'https://two.example/{version}' };

/** An edge whose only owner has these routes, until it has others. */
function edgeWith(...files: RouteRule[]) {
  let table = createRoutingTable('example.com');
  let put = (...now: RouteRule[]) =>
    table.take(new Map([['owner', { packages: { file: now }, pixels: [], pixelHosts: [] }]]));
  put(...files);
  return {
    put,
    ask: (given: Partial<EdgeRequest> = {}) => decideRequest(table.current()!, { ...request, ...given }, () => false),
  };
}

test('an address that was asked before follows a change of its rules', () => {
  let { ask, put } = edgeWith(first);
  let answer = { location: 'https://one.example/2.0?a=b', count: { artifactId: 'first', version: '2.0' } };
  expect(ask()).toMatchObject(answer);
  expect(ask()).toMatchObject(answer);
  put(second);
  expect(ask()).toMatchObject({ location: 'https://two.example/2.0?a=b', count: { artifactId: 'second' } });
  put();
  expect(ask()).toMatchObject({ kind: 'refuse', status: 404 });
});

test('an address with another query or method is answered and counted by itself', () => {
  let { ask } = edgeWith(first);
  expect(ask()).toMatchObject({ count: { variables: { a: 'b' } } });
  expect(ask({ method: 'HEAD' })).toMatchObject({ location: 'https://one.example/2.0?a=b', count: null });
  expect(ask({ query: 'c=d' })).toMatchObject({
    location: 'https://one.example/2.0?c=d',
    count: { variables: { c: 'd' } },
  });
});

test('an address that was answered to a holder of its token is refused to others', () => {
  let { ask } = edgeWith({ ...first, tokenHash: createHash('sha256').update('right').digest('hex') });
  expect(ask({ headers: { authorization: 'Bearer right' } })).toMatchObject({ kind: 'redirect' });
  expect(ask()).toMatchObject({ kind: 'event-refusal', refusal: 'token-not-valid' });
});
