/** The response of the dashboard's /readyz while events cannot be stored, and afterwards. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { journalFolder } from 'journal/files';
import { openJournal } from 'journal/journal';
import { madeEvent } from 'tests/support/made-event';
import { mountSmallDisk, type SmallDisk } from 'tests/support/small-disk';
import { createWorld, type World } from 'tests/support/world';
import { createDashboard } from '../../server/dashboard';
import { openEventStore } from 'gateway/events/duckdb/open';
import { listen, portOf, stop } from '../../server/listener';
import { readSettings } from '../../server/settings';

const patiently = { timeout: 30_000, interval: 100 };

let disk: SmallDisk | undefined;
let world: World;
beforeEach(async () => {
  disk = mountSmallDisk(24);
  world = await createWorld();
});
afterEach(async () => {
  await world.close();
  disk?.remove();
});

it(
  '/readyz is 503 while the store accepts nothing, and becomes 200 by itself',
  { timeout: 60_000 },
  async (context) => {
    if (!disk) return context.skip();
    // The journal is not on the full disk of the store.
    let elsewhere = path.join(world.folder, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, journalFolder(disk.folder));
    let store = await openEventStore({ folder: disk.folder });
    let pages = {
      files: (_: unknown, __: unknown, next: () => void) => next(),
      build: { routes: {}, entry: { module: {} } } as ServerBuild,
    };
    let embedded = { api: world.gateway.api, ask: world.gateway.ask, attributions: [], problem: store.writeProblem };
    let dashboard = await createDashboard(
      readSettings({}),
      embedded,
      { ...pages, close: async () => undefined },
      pino({ level: 'silent' }),
    );
    let server = await listen(dashboard, { port: 0, host: '127.0.0.1' });
    let ready = async () => {
      let answer = await fetch(`http://127.0.0.1:${portOf(server)}/readyz`);
      return [answer.status, await answer.text()] as const;
    };
    expect(await ready()).toEqual([200, 'ready\n']);

    let journal = openJournal(disk.folder);
    let event = (userAgent: string) =>
      madeEvent({ artifactId: '55555555-5555-4555-8555-555555555555', time: Date.now(), userAgent });
    await journal.append([event('first')]);
    await expect.poll(async () => (await store.state()).waiting, patiently).toBe(0);
    let ballast = path.join(disk.folder, 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(30 * 1024 * 1024))).toThrow('ENOSPC');
    let long = 'x'.repeat(4_000);
    let events = Array.from({ length: 500 }, (_, i) => event(`${long}${i}`));
    await journal.append(events);
    await expect.poll(ready, patiently).toEqual([503, 'not ready: see the server log\n']);
    // Strangers can ask too; the reason is for the operator.
    expect(store.writeProblem()).toContain('Events cannot be written');
    expect(store.writeProblem()).toContain(disk.folder);
    expect(store.writeProblem()).toContain('whether the disk is full');
    let { lag } = await store.journal();
    expect(lag.bytes).toBeGreaterThan(2_000_000);
    expect(lag.oldest).toBe(events[0]!.time);

    rmSync(ballast);
    await expect.poll(ready, patiently).toEqual([200, 'ready\n']);
    await expect.poll(() => store.journal(), patiently).toMatchObject({ lag: { bytes: 0, oldest: null } });
    expect((await store.state()).count).toBe(501);
    await journal.close();
    await stop(server);
    await store.close();
  },
);
