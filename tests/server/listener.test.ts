/** A listener: unexpected errors and a stop. */
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { listen, portOf, stop } from '../../server/listener';

it('ends the connection of a request whose handler throws, and answers the next one', async () => {
  let said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let server = await listen(
    (request, response) => {
      if (request.url === '/odd') throw new SyntaxError('not foreseen');
      response.end('answered');
    },
    { port: 0, host: '127.0.0.1' },
  );
  let address = `http://127.0.0.1:${portOf(server)}`;
  await expect(fetch(`${address}/odd`)).rejects.toThrow('fetch failed');
  expect(await (await fetch(address)).text()).toBe('answered');
  expect(said).toHaveBeenCalledTimes(1);
  said.mockRestore();
  await stop(server);
});

it('sends the last bytes of a response to a slow client before it stops', async () => {
  let size = 32 * 1024 * 1024;
  let server = await listen((_request, response) => void response.end('x'.repeat(size)), {
    port: 0,
    host: '127.0.0.1',
  });
  let agent = new Agent({ keepAlive: true });
  let answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port: portOf(server), host: '127.0.0.1', agent }, resolve).once('error', reject);
  });
  let stopped = stop(server);
  // The client reads nothing for longer than the server waits between looks for idle connections.
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect((await text(answer)).length).toBe(size);
  agent.destroy();
  await stopped;
});
