/** The time limit of requests to other servers, which may send their answer as slowly as they like. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { timeLimit } from 'net/time-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: Server;
let collecting: NodeJS.Timeout;
beforeAll(async () => {
  server = createServer((_, response) => void response.writeHead(200).write('{'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Memory is collected while the answer is read, as in a process that is busy.
  setFlagsFromString('--expose-gc');
  let collect = runInNewContext('gc') as () => void;
  collecting = setInterval(collect, 20);
});
afterAll(() => {
  clearInterval(collecting);
  server.closeAllConnections();
  server.close();
});

/** The name of the error that ends an answer which never ends by itself. */
function ended(signal: AbortSignal): Promise<string> {
  let { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    let asked = request({ port, host: '127.0.0.1', signal }, (answer) => void answer.resume());
    asked.on('error', () => resolve((signal.reason as Error).name)).end();
  });
}

it('ends an answer that never ends, also when memory is collected meanwhile', async () => {
  let closing = new AbortController();
  let warnings: Error[] = [];
  let warn = (warning: Error) => warnings.push(warning);
  process.on('warning', warn);
  let all = Array.from({ length: 20 }, () => ended(timeLimit(400, closing.signal)));
  expect(new Set(await Promise.all(all))).toEqual(new Set(['TimeoutError']));
  process.off('warning', warn);
  expect(warnings).toEqual([]);
});

it('ends it earlier together with another signal, whose reason it has', async () => {
  let closing = new AbortController();
  let one = ended(timeLimit(60_000, closing.signal));
  closing.abort(new RangeError('closing'));
  expect(await one).toBe('RangeError');
  expect(timeLimit(60_000, closing.signal).reason).toBe(closing.signal.reason);
});
