/** Requests that only programs can send, handled by the dashboard's own handlers. */
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import pino from 'pino';
import { refuseAmbiguous, reportFailure } from 'server/validate-request';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: Server;
let said: string[] = [];

beforeAll(async () => {
  let app = express();
  app.disable('x-powered-by');
  app.use(refuseAmbiguous);
  app.get('/broken', () => {
    throw new Error('broken\nforged');
  });
  app.get('/wrong', () => {
    throw Object.assign(new Error('wrong'), { status: 413 });
  });
  app.all(
    '/{*rest}',
    (request, response) => void response.send(new URL(`http://${request.get('host')}${request.url}`).href),
  );
  app.use(reportFailure(pino({}, { write: (line: string) => void said.push(line) })));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The status and body of the answer to a request line and a host. */
function send(line: string, host = 'a.test:3000'): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    let socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
      socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      let [head = '', body = ''] = answer.split('\r\n\r\n');
      resolve(`${head.split(' ')[1]} ${body.trim()}`);
    });
  });
}

test('an error of the client gets a 4xx, and is not logged as an error', async () => {
  expect(await send('GET /wrong')).toBe('413 Invalid request.');
  expect(said).toEqual([]);
});

test('an address with more segments than any page gets a 404', async () => {
  expect(await send(`GET ${'/a'.repeat(20)}?${'/b'.repeat(30)}`)).toMatch(/^200 /);
  for (let steps of [21, 3_780]) expect(await send(`GET ${'/a'.repeat(steps)}`)).toBe('404 Page not found.');
});

test.each([
  'a b',
  'a.test:99999',
  'a.test/b?c',
  'a.test#',
  'user@a.test',
  '[',
  '[::1',
  'a.test:80:80',
  'ä.test',
  '%61',
])('the host %j is refused', async (host) => {
  expect(await send('GET /login', host)).toBe('400 Invalid URL.');
});

test.each(['a.test', 'a-b.test:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost', 'xn--4ca.test', 'a_b.test'])(
  'the host %j is accepted',
  async (host) => {
    expect(await send('GET /login?a=%ff', host)).toBe(`200 http://${host}/login?a=%ff`);
  },
);

test.each(['GET /%ff', 'GET /packages/%/overview', 'OPTIONS *', 'GET ftp://a.test/'])(
  'a request for %s is refused',
  async (line) => {
    expect(await send(line)).toBe('400 Invalid URL.');
  },
);

test.each(['TRACE', 'PROPFIND', 'PURGE'])('the method %s is refused', async (method) => {
  expect(await send(`${method} /login`)).toBe('405 This method is not allowed.');
});

test('an error outside a page is logged as one line, and the response does not contain its cause', async () => {
  expect(await send('GET /broken')).toBe('500 Something went wrong.');
  expect(said).toHaveLength(1);
  expect(said[0]?.trimEnd()).not.toContain('\n');
  expect(JSON.parse(said[0] ?? '')).toMatchObject({ err: { message: 'broken\nforged' } });
});
