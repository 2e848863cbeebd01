/** A listener and requests that nothing foresaw. */
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
