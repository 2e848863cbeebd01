/** What the development server serves, and who can reach it. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Pages } from '../../server/dashboard';
import { developmentPages, replaceOnChange, requireLoopback } from 'server/development/start';

const secret = 'a-secret-that-must-not-be-served';
const root = path.resolve('.');

let folder: string;
let pages: Pages;
let server: Server;
let address: string;

beforeAll(async () => {
  // The folder is inside the project, where `npm run dev` stores its data.
  folder = mkdtempSync(path.join(root, 'test-data-'));
  for (let file of ['secrets.json', 'note.txt', 'module.js']) writeFileSync(path.join(folder, file), `"${secret}"`);
  pages = await developmentPages({ DATA_DIR: folder });
  let app = express();
  app.use(pages.files, (_request, response) => void response.status(404).send('none'));
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await pages.close();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** The response of the server's own files, or `none` if it handles the request elsewhere. */
async function ask(asked: string) {
  let answer = await fetch(address + asked);
  return { status: answer.status, text: await answer.text() };
}

describe('the development server', () => {
  it('serves the sources of pages', async () => {
    expect((await ask('/app/config/site.ts')).status).toBe(200);
    expect((await ask('/robots.txt')).text).toContain('User-agent');
  });

  it.each(['secrets.json', 'note.txt', 'module.js'])('serves nothing of the data folder: %s', async (file) => {
    let place = path.basename(folder);
    for (let asked of [`/${place}/${file}`, `/@fs${folder}/${file}`])
      for (let query of ['', '?raw', '?url', '?import', '?import&raw', '?import&url&inline', '?v=1'])
        expect([asked + query, (await ask(asked + query)).text.includes(secret)]).toEqual([asked + query, false]);
  });

  it.each(['/server.ts', '/server/settings.ts', '/gateway/sealer.ts', '/package.json', '/.env', '/.git/config'])(
    'serves nothing but the pages: %s',
    async (asked) => {
      for (let one of [asked, `/@fs${root}${asked}`, `${asked}?raw`, `/@fs${root}${asked}?import&raw`])
        expect([one, (await ask(one)).status]).not.toEqual([one, 200]);
    },
  );
});

describe('a change of what is no page', () => {
  it('replaces the processes, and once more for a change meanwhile', async () => {
    let sources = mkdtempSync(path.join(folder, 'sources-'));
    mkdirSync(path.join(sources, 'deep'));
    let calls = 0;
    let end: (() => void)[] = [];
    let unwatch = replaceOnChange(() => {
      calls += 1;
      return new Promise<void>((resolve) => end.push(resolve));
    }, [sources]);
    writeFileSync(path.join(sources, 'deep', 'one.ts'), '1');
    await vi.waitFor(() => expect(calls).toBe(1), 20_000);
    for (let name of ['two.ts', 'three.ts']) writeFileSync(path.join(sources, name), '1');
    // Told by the system at some moment; until then one process is replaced.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(calls).toBe(1);
    end[0]?.();
    await vi.waitFor(() => expect(calls).toBe(2), 20_000);
    end[1]?.();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(calls).toBe(2);
    unwatch();
  });
});

describe('npm run dev', () => {
  it.skipIf(!existsSync('/proc/net/tcp'))('binds the hot reload websocket to this machine only', () => {
    let port = (24_678).toString(16).toUpperCase();
    let listening = ['tcp', 'tcp6']
      .flatMap((kind) => readFileSync(`/proc/net/${kind}`, 'utf8').split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === '0A')
      .map(([, local]) => local);
    // 127.0.0.1 in the byte order of this machine.
    expect(listening).toEqual([`0100007F:${port}`]);
  });

  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('binds %s', (HOST) => {
    expect(() => requireLoopback({ HOST })).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.com', '127.example.com'])('refuses to bind %s', (HOST) => {
    expect(() => requireLoopback({ HOST })).toThrow(/^Settings: HOST must be a loopback IP address/);
  });
});
