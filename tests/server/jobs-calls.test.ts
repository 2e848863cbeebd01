/** Calls that another process of the installation answers. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from 'tests/support/world';
import { announceJobs, forwardedClient, withJobsElsewhere } from '../../server/jobs-calls';

const secret = 'a secret of the tests';

let world: World;
let jobs: Server;
let url: string;
let arrived: { url: string; headers: IncomingHttpHeaders; client: string | undefined }[] = [];

beforeAll(async () => {
  world = await createWorld();
  jobs = createServer((request, response) => {
    let headers = { ...request.headers };
    arrived.push({ url: request.url!, headers, client: forwardedClient(request, secret) });
    response.end(JSON.stringify(Object.keys(request.headers)));
  });
  jobs.listen(0, '127.0.0.1');
  await once(jobs, 'listening');
  url = `http://127.0.0.1:${(jobs.address() as AddressInfo).port}`;
  await announceJobs(world.records, { JOBS_URL: url, GATEWAY_PORT: 0 } as Parameters<typeof announceJobs>[1]);
});
afterAll(async () => {
  jobs.close();
  await world.close();
});

it('are passed on with the address of their client, which a proof and no secret goes with', async () => {
  let api = withJobsElsewhere(world.gateway.api, world.records, secret);
  let answer = await api(new Request('http://gateway.invalid/v2/imports/ada?dry_run=true'), { address: '192.0.2.7' });
  let [{ headers, client } = { headers: {}, client: '' }] = arrived;
  expect(client).toBe('192.0.2.7');
  expect(JSON.stringify(headers)).not.toContain(secret);
  // What belongs to the link is gone before the call is answered.
  expect(await answer.text()).not.toContain('x-landfall');
});

it.each([
  ['another path', '/v2/imports/grace', {}],
  ['another client', '/v2/imports/ada?dry_run=true', { 'x-landfall-client': '192.0.2.8' }],
  ['no proof', '/v2/imports/ada?dry_run=true', { 'x-landfall-jobs': '' }],
])('are not taken with the proof of one for %s', async (_, path, others) => {
  let { 'x-landfall-jobs': proof = '', 'x-landfall-client': address = '' } = arrived[0]!.headers;
  let passed = { 'x-landfall-jobs': String(proof), 'x-landfall-client': String(address) };
  await fetch(url + path, { headers: { ...passed, ...others } });
  expect(arrived.at(-1)!.client).toBeUndefined();
});
