/** Requests that no page sends, unusual addresses, and responses that arrive complete. */
import { connect } from 'node:net';
import { dashboardPort } from '../support/ports';
import { expect, test } from './product';

const host = `localhost:${dashboardPort}`;

/** Sends a raw request and returns the whole response. */
function send(lines: string[], body = ''): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let socket = connect(dashboardPort, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      let [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') });
    });
  });
}

function post(path: string, body: string, ...headers: string[]) {
  let type = headers.some((header) => /^content-type/i.test(header))
    ? []
    : ['Content-Type: application/x-www-form-urlencoded'];
  let length = `Content-Length: ${Buffer.byteLength(body)}`;
  return send([`POST ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', length, ...type, ...headers], body);
}

const hostile: [what: string, body: string, status: number][] = [
  ['an index of ten million', 'email[10000000]=x&password=y', 400],
  ['a path of thousands of steps', `${'a.'.repeat(25_000)}b=1`, 400],
  ['instructions for the form library', '__intent__=x&email=ada', 400],
  ['the same field thousands of times', 'email=b&'.repeat(8_000), 400],
  ['256 KB of fields', 'a=b&'.repeat(64 * 1024), 413],
  ['8 MB in one field', `email=${'x'.repeat(8 * 1024 * 1024)}`, 413],
];

for (let [what, body, status] of hostile)
  test(`a post with ${what} is refused with a message, as a page and as data`, async () => {
    let page = await post('/login', body);
    expect(page.status).toBe(status);
    expect(page.body).toContain('try again.');
    expect(page.body.length).toBeLessThan(40_000);
    let data = await post('/login.data', body);
    expect(data.status).toBe(status);
    expect(data.body.length).toBeLessThan(2_000);
  });

test('a post of another content type is refused', async () => {
  expect((await post('/login', '{"email":"ada"}', 'Content-Type: application/json')).status).toBe(400);
  expect((await post('/login', 'email=ada', 'Content-Type: multipart/form-data')).status).toBe(400);
});

test('a form of another site is refused, whichever origin its browser sends', async () => {
  expect((await post('/theme', 'theme=dark&back=/', 'Sec-Fetch-Site: cross-site')).status).toBe(403);
  expect((await post('/theme', 'theme=dark&back=/', 'Sec-Fetch-Site: same-site')).status).toBe(403);
  expect((await post('/theme', 'theme=dark&back=/', 'Sec-Fetch-Site: same-origin')).status).toBe(303);
});

test('a post leads back to this site only, with a location of one line', async () => {
  let leadsTo = async (back: string) =>
    /^location: (.*)$/im.exec((await post('/theme', `theme=dark&back=${back}`)).head)?.[1];
  expect(await leadsTo('/./%5Cevil.example')).toBe('/home');
  expect(await leadsTo('/a%0d%0aSet-Cookie:%20b=c')).toBe('/aSet-Cookie:%20b=c');
  expect(await leadsTo('/%C3%A4?%E2%82%AC')).toBe('/%C3%A4?%E2%82%AC');
});

test('an unusual host or target is answered without a server error', async () => {
  let get = (target: string, named = host) => send([`GET ${target} HTTP/1.1`, `Host: ${named}`, 'Connection: close']);
  for (let named of ['a b', '[', 'x:99999', 'a/b?c']) expect((await get('/login', named)).status, named).toBe(400);
  expect((await get(`http://${host}/login`)).status).toBe(200);
  expect((await get('/%ff')).status).toBe(400);
  expect((await get('//evil.example/login')).status).toBe(404);
  expect((await get(`/login?${'a=&'.repeat(4_000)}`)).status).toBe(200);
  expect((await send(['TRACE / HTTP/1.1', `Host: ${host}`, 'Connection: close'])).status).toBe(405);
});

test('characters of several bytes arrive complete, wherever the renderer’s buffers end', async ({ request }) => {
  // Buffers have 2,048 bytes. Of three successive lengths, at least one ends inside a character.
  for (let before of ['', 'a', 'aa']) {
    let email = before + '€'.repeat(600);
    let page = await (await request.post('/login', { form: { email, password: '' } })).text();
    expect(page).not.toContain('\0');
    expect(page).toContain(`value="${email}"`);
  }
});
