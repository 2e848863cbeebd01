/** Checks of images at their registry: what one owner has no room for says nothing to others. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createProxy } from 'edge/upstream/proxy';
import { createRegistryCheck } from 'edge/registry-check';

it('finds an image for an owner although another owner has too many checks', async () => {
  let registry = http.createServer((request, response) => {
    if (request.url === '/mill') response.writeHead(200).end();
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  let at = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  let proxy = createProxy(['*']);
  let checks = createRegistryCheck(proxy, () => true);
  let waiting = Array.from({ length: 104 }, (_, i) => checks.look('eve', `${at}/${i}`));
  expect(await checks.look('eve', `${at}/mill`)).toBe('missing');
  expect(await checks.look('ada', `${at}/mill`)).toBe('there');
  checks.close();
  await Promise.all(waiting);
  proxy.close();
  registry.closeAllConnections();
  await new Promise((done) => registry.close(done));
});
