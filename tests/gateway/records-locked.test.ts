/** What happens while another process holds the lock of the control store's file. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTrackingPixels } from 'contract/pixels';
import { lockRecords } from '../support/locked-file';
import { serverUrl } from '../support/records-place';
import { createWorld, type Caller, type World } from '../support/world';

describe.skipIf(serverUrl)('while another process has locked the records', () => {
  let world: World;
  let ada: Caller;
  beforeAll(async () => {
    world = await createWorld();
    ada = await world.as('ada');
  });
  afterAll(() => world.close());

  /** As a caller of the world does, but without waiting for what is written after the answer. */
  let send = (method: string, path: string, body?: unknown) =>
    world.gateway.api(
      new Request(`http://gateway.invalid${path}`, {
        method,
        headers: { authorization: `Bearer ${ada.token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  let createPixel = (name: string) => send('POST', '/v2/tracking-pixels/ada', { name });
  let namesOfPixels = async () =>
    (await ada.ask(getTrackingPixels, { params: { owner: 'ada' } })).results.map(({ name }) => name);

  it('a write waits, reads are answered, and the loop goes on', async () => {
    let free = await lockRecords(world.records);
    let loop = monitorEventLoopDelay({ resolution: 10 });
    loop.enable();
    let written: number | undefined;
    let writing = createPixel('patient').then(({ status }) => (written = status));
    let reads: number[] = [];
    for (let until = performance.now() + 3_000; performance.now() < until; await pause(10))
      reads.push((await send('GET', '/v2/tracking-pixels/ada')).status);
    let writtenMeanwhile = written;
    await free();
    await writing;
    loop.disable();
    expect({ writtenMeanwhile, written }).toEqual({ writtenMeanwhile: undefined, written: 201 });
    expect([...new Set(reads)]).toEqual([200]);
    expect(reads.length).toBeGreaterThan(20);
    expect(loop.max / 1e6).toBeLessThan(500);
    expect(await namesOfPixels()).toContain('patient');
  });

  it('writes that wait too long are refused, all at about the same time, and leave nothing', async () => {
    let free = await lockRecords(world.records);
    let started = performance.now();
    let answers = await Promise.all(['first', 'second', 'third'].map(createPixel));
    let took = performance.now() - started;
    await free();
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers[0]!.headers.get('retry-after')).toBe('2');
    expect(await answers[0]!.json()).toMatchObject({ code: 'records-are-busy' });
    expect(took).toBeLessThan(9_000);
    expect(await namesOfPixels()).not.toContain('first');
    expect((await createPixel('afterwards')).status).toBe(201);
  }, 20_000);
});
