/** Attempts to take over download addresses: names, hosts, domains. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from './target';

let target: Target;
beforeAll(async () => {
  target = await startTarget({ REGISTRATIONS_PER_HOUR: '1000' });
});
afterAll(() => target.close());

async function register(username: string, email = `${username}@example.com`) {
  return target.api('POST', '/internal/register', { username, email, password: 'a-long-passphrase-7' });
}

async function filePackage(token: string, owner: string, name: string, outgoing: string, domain?: string) {
  let body = {
    type: 'file',
    name,
    incoming_path: name.startsWith('trap-') ? `/${name}` : '/get',
    outgoing_url: outgoing,
  };
  let made = await target.api('POST', `/v2/packages/${owner}`, body, token);
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  let id = made.body.id as string;
  if (!domain) return { id, domain: undefined };
  return { id, domain: await target.api('POST', `/v2/packages/${owner}/${id}/domains`, { name: domain }, token) };
}

describe('a given-up name', () => {
  it('of a deleted account is never given to another person, and its host serves nothing', async () => {
    let victim = (await register('victim-one')).body.token as string;
    await filePackage(victim, 'victim-one', 'tool', 'https://good.example/tool');
    let host = 'victim-one.gateway.localhost';
    expect((await target.gateway(host, '/get')).headers.location).toBe('https://good.example/tool');
    let again = { current_password: 'a-long-passphrase-7' };
    let { confirmation } = (await target.api('POST', '/internal/session/confirmation', again, victim)).body;
    let carried = { 'x-confirmation': confirmation as string };
    let gone = await target.api('DELETE', '/internal/users/victim-one', undefined, victim, carried);
    expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300);
    expect((await target.gateway(host, '/get')).status).toBe(404);
    for (let name of ['victim-one', 'Victim-One'])
      expect((await register(name, 'mallory@evil.example')).status).toBe(422);
    let mallory = (await register('mallory-one')).body.token as string;
    let taken = await target.api('POST', '/v2/organizations', { name: 'victim-one' }, mallory);
    expect(taken.status).toBe(422);
    expect((await target.gateway(host, '/get')).status).toBe(404);
  });

  it('of a renamed account stays reserved: its links work, and no other account gets it', async () => {
    let victim = (await register('victim-two')).body.token as string;
    await filePackage(victim, 'victim-two', 'tool', 'https://good.example/two');
    let profile = { username: 'renamed-two', first_name: '', last_name: '' };
    let renamed = await target.api('PUT', '/internal/users/victim-two', profile, victim);
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    expect((await register('victim-two', 'mallory-two@evil.example')).status).toBe(422);
    for (let name of ['victim-two', 'renamed-two'])
      expect((await target.gateway(`${name}.gateway.localhost`, '/get')).headers.location).toBe(
        'https://good.example/two',
      );
    expect(target.mails().join('\n')).toContain('renamed-two');
  });
});

describe('an unverified domain', () => {
  it('serves nothing, and does not block its use by others', async () => {
    let mallory = (await register('mallory-three')).body.token as string;
    let made = await filePackage(
      mallory,
      'mallory-three',
      'trap',
      'https://evil.example/x',
      'downloads.victim.example',
    );
    expect(made.domain?.status).toBeLessThan(300);
    expect((await target.gateway('downloads.victim.example', '/get')).status).toBe(404);
    let owner = (await register('owner-three')).body.token as string;
    let own = await filePackage(owner, 'owner-three', 'tool', 'https://good.example/3', 'downloads.victim.example');
    expect(own.domain?.status, JSON.stringify(own.domain?.body)).toBeLessThan(300);
  });

  it.each(['localhost', 'api.localhost', 'static.localhost', 'ada.gateway.localhost', 'ada.npm.localhost'])(
    'is refused for %s, a host of the installation',
    async (name) => {
      let token = await target.signIn('ada');
      let made = await filePackage(token, 'ada', `trap-${name.replaceAll('.', '-')}`, 'https://x.example/', name);
      expect(made.domain?.status).toBe(422);
    },
  );
});

describe('a hostile registry', () => {
  let registry: Server;
  let port: number;
  let own: Target;
  beforeAll(async () => {
    registry = createServer((_req, res) => {
      res.writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': "default-src *; script-src 'unsafe-inline'",
        'strict-transport-security': 'max-age=31536000; includeSubDomains; preload',
        'set-cookie': '__session=planted; Domain=localhost; Path=/',
        'clear-site-data': '"*"',
        'access-control-allow-origin': '*',
        refresh: '0;url=https://evil.example',
        link: '<https://evil.example/x.css>; rel=preload',
      });
      res.end('<script>document.cookie = "__session=planted; Domain=localhost"</script>');
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    port = (registry.address() as AddressInfo).port;
    own = await startTarget({ PRIVATE_TARGETS: '*' });
  });
  afterAll(async () => {
    await own.close();
    await new Promise((resolve) => registry.close(resolve));
  });

  it('cannot set a page, a policy or a cookie at a host of the product', async () => {
    let token = await own.signIn('linus');
    let body = { type: 'docker', name: 'x/page', backend_registry: `127.0.0.1:${port}` };
    let made = await own.api('POST', '/v2/packages/linus', body, token);
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
    let answer = await own.gateway('linus.docker.localhost', '/v2/x/page/manifests/latest', {
      headers: { 'user-agent': 'Mozilla/5.0', accept: 'text/html' },
    });
    // The answer comes from the registry, not from the product.
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('planted')]);
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect(answer.headers['content-security-policy']).not.toContain('unsafe-inline');
    for (let name of ['set-cookie', 'strict-transport-security', 'clear-site-data', 'refresh'])
      expect(answer.headers[name], name).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('gets no packages from a docker user agent that requests invented images', async () => {
    let token = await own.signIn('linus');
    let body = { type: 'docker', pattern: 'made/*', backend_domain: `127.0.0.1:${port}` };
    let collection = await own.api('POST', '/v2/collections/linus', body, token);
    expect(collection.status, JSON.stringify(collection.body)).toBeLessThan(300);
    let count = async () =>
      (await own.api('GET', '/v2/packages/linus?per_page=max', undefined, token)).body.results.length as number;
    let before = await count();
    registry.removeAllListeners('request');
    registry.on('request', ({ url }, res) => res.writeHead(url?.includes('/made/for-real/') ? 200 : 404).end());
    let pull = async (image: string) => {
      let headers = { 'user-agent': 'docker/27.0.0 go/go1.21' };
      let answer = await own.gateway('linus.docker.localhost', `/v2/made/${image}/manifests/latest`, { headers });
      expect(answer.status).toBe(307);
    };
    for (let i = 0; i < 30; i++) await pull(`up-${i}`);
    // This image exists. Once its package exists, the registry has been asked about the others too.
    await pull('for-real');
    await expect.poll(count, { timeout: 30_000 }).toBe(before + 1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await count()).toBe(before + 1);
  });
});
