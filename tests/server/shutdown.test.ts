/** A listener that stops answers the requests it has received, and clients send no others. */
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { leave, listen, stop } from '../../server/listener';

function get(port: number, agent: http.Agent): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) =>
    http.get({ port, agent }, (answer) => resolve(answer.resume())).on('error', reject),
  );
}

it('a stop answers earlier requests with Connection: close, and refuses new connections', async () => {
  let answer = () => {};
  let asked = new Promise<void>((resolve) => (answer = resolve));
  let server = await listen((_request, response) => void asked.then(() => response.end('late')), {
    port: 0,
    host: '127.0.0.1',
  });
  let { port } = server.address() as AddressInfo;
  let agent = new http.Agent({ keepAlive: true });
  let pending = get(port, agent);
  await new Promise((resolve) => server.once('request', resolve));
  let stopped = stop(server);
  await expect.poll(() => server.listening).toBe(false);
  await expect(get(port, new http.Agent())).rejects.toThrow('ECONNREFUSED');
  answer();
  expect((await pending).headers.connection).toBe('close');
  await stopped;
});

it('a stop answers all requests sent before it, including those not accepted yet', async () => {
  let answered = 0;
  let server = await listen((_request, response) => void response.end(`${++answered}`), { port: 0, host: '127.0.0.1' });
  let { port } = server.address() as AddressInfo;
  let asked = Array.from({ length: 50 }, () => get(port, new http.Agent()));
  await new Promise((resolve) => server.once('request', resolve));
  expect(answered).toBeLessThan(50);
  await stop(server);
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200));
});

const endings = [
  ['a stop', stop],
  ['a process that leaves', async (server: http.Server) => (await leave(server)).ended],
] as const;
it.each(endings)('%s waits for the request of a connection that it took just before', async (_, end) => {
  let server = await listen((_request, response) => void response.end('answered'), { port: 0, host: '127.0.0.1' });
  let socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await new Promise((resolve) => server.once('connection', resolve));
  let ended = end(server);
  for (let turns = 0; turns < 100; turns++) await turn();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(await text(socket)).toContain('answered');
  await ended;
});

it('a stop closes idle connections at once', async () => {
  let server = await listen((_request, response) => response.end('ok'), { port: 0, host: '127.0.0.1' });
  let { port } = server.address() as AddressInfo;
  let agent = new http.Agent({ keepAlive: true });
  expect((await get(port, agent)).headers.connection).toBe('keep-alive');
  await stop(server);
  await expect(get(port, agent)).rejects.toThrow();
});

it('a stop cuts off a response that does not end', { tags: 'slow' }, async () => {
  let server = await listen((_request, response) => void response.write('begun'), { port: 0, host: '127.0.0.1' });
  let { port } = server.address() as AddressInfo;
  let answer = await get(port, new http.Agent());
  let cut = new Promise((resolve) => answer.once('error', resolve));
  await stop(server);
  expect(await cut).toMatchObject({ code: 'ECONNRESET' });
});
