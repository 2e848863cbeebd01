/** `landfall import`: sends a file to a running API in parts. */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importCommand } from 'cli/import';
import { CommandError } from 'cli/command-error';
import { packagesApi } from 'contract/packages/packages';
import { dayMs } from 'contract/floor/time';
import { commandLine } from 'tests/support/command-line';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type World } from 'tests/support/world';

let world: World;
let server: Server;
let to: string;
/** Responses of the server that come before the real ones. */
let busy: (() => Response)[] = [];

beforeAll(async () => {
  world = await createWorld();
  let ada = await world.as('ada');
  await ada.ask(packagesApi.createPackage, {
    params: { owner: 'ada' },
    body: { type: 'file', name: 'engine', incoming_path: '/engine/{v}' },
  });
  let answer = getRequestListener((request) => busy.shift()?.() ?? world.gateway.api(request), {
    overrideGlobalObjects: false,
  });
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
});

describe('landfall import', () => {
  let cli = commandLine();

  function write(name: string, lines: readonly string[]): string {
    let file = path.join(cli.folder, name);
    writeFileSync(file, lines.join(''));
    return file;
  }

  /** A row that can be imported. */
  function row(more: Record<string, unknown> = {}): string {
    let { id } = madeEvent({ artifactId: '', time: 0 });
    let time = new Date(world.now() - dayMs).toISOString();
    return `${JSON.stringify({ id, type: 'binary-download', package: 'engine', time, ...more })}\n`;
  }

  /** Runs the command with ada's token. */
  async function run(...args: string[]): Promise<number> {
    vi.stubEnv('LANDFALL_TOKEN', (await world.as('ada')).token!);
    return importCommand([...args, '--owner', 'ada', '--to', to]);
  }

  it('sends a file in parts, reports invalid rows by their line in the file, and stores nothing twice', async () => {
    let wide = 'x'.repeat(20_000);
    let rows = Array.from({ length: 250 }, (_, i) => row(i === 200 ? { package: 'nothing' } : { user_agent: wide }));
    let file = write('events.ndjson', rows);
    expect(await run(file)).toBe(1);
    expect(cli.said).toContain('Line 201, package: Package not found.');
    expect(cli.said.match(/ %, /g)?.length).toBeGreaterThan(1);
    expect(cli.said).toContain('Done: 249 stored, 0 duplicates, 1 rejected.');
    await run(file);
    expect(cli.said).toContain('Done: 0 stored, 249 duplicates, 1 rejected.');
  });

  it('sends CSV with the column names in each part', async () => {
    let rows = Array.from({ length: 150 }, (_, i) => {
      let { id } = madeEvent({ artifactId: '', time: 0 });
      return `${id},binary-download,engine,${new Date(world.now() - dayMs).toISOString()},"a\n${'y'.repeat(20_000)}${i}"\n`;
    });
    let file = write('events.csv', ['id,type,package,time,user_agent\n', ...rows]);
    expect(await run(file)).toBe(0);
    expect(cli.said).toContain('100 %, 150 stored, 0 duplicates, 0 rejected, up to line 301');
  });

  it('retries when the server is busy', async () => {
    busy = [() => Response.json({ code: 'server-is-busy', message: 'Too much to do.' }, { status: 503 })];
    expect(await run(write('events.ndjson', [row()]))).toBe(0);
    expect(cli.said).toContain('Too much to do. Trying again in 1 s.');
    expect(cli.said).toContain('Done: 1 stored');
  });

  it('continues after the finished lines, and reports where a file is cut off', async () => {
    let file = write('events.ndjson', [row(), row(), row().slice(0, 30)]);
    await expect(run(file)).rejects.toThrow(/incomplete: it ends in line 3.*--from-line 3/s);
    expect(cli.said).not.toContain('Done');
  });

  it('stops when the installation refuses the file, and names the line to continue from', async () => {
    let file = write('events.csv', ['id,type,time,colour\n', 'a,b,c,d\n']);
    await expect(run(file)).rejects.toThrow(/File rejected: .*colour.*--from-line/s);
  });

  it('says at once that a proxy in front refuses parts of this size', async () => {
    busy = [() => new Response('<html>413 Request Entity Too Large</html>', { status: 413 })];
    await expect(run(write('events.ndjson', [row()]))).rejects.toThrow(
      /responds with 413.*client_max_body_size.*line 1/s,
    );
    expect(cli.said).toBe('');
  });

  it('explains what is missing', async () => {
    await expect(importCommand(['events.csv'])).rejects.toThrow(CommandError);
    vi.stubEnv('LANDFALL_TOKEN', '');
    await expect(run('nothing.csv')).rejects.toThrow('File not found: nothing.csv');
    vi.stubEnv('LANDFALL_TOKEN', '');
    await expect(importCommand(['a.csv', '--owner', 'ada', '--to', to])).rejects.toThrow('LANDFALL_TOKEN is not set');
  });
});
