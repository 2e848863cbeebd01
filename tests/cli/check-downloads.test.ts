/** `landfall check-downloads`, a process that calls a running API. */
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePeriods } from 'cli/compare-downloads';
import type { Event } from 'contract/event-fields';
import { packagesApi } from 'contract/packages/packages';
import { dayMs } from 'contract/floor/time';
import { tokensApi } from 'contract/accounts/tokens';
import { type Listening, listenTo } from 'tests/support/assistant';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type World } from 'tests/support/world';
import { programOf } from 'tests/support/program';

const program = await programOf('cli/landfall.ts');

let world: World;
let listening: Listening;
let token: string;

beforeAll(async () => {
  world = await createWorld();
  listening = await listenTo(world.gateway);
  let ada = await world.as('ada');
  let packageOf = async (name: string) => {
    let body = { type: 'file' as const, name, incoming_path: `/${name}/{v}` };
    return (await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body })).id;
  };
  let engine = await packageOf('engine');
  let mill = await packageOf('mill');
  let old = await packageOf('old');
  let body = { name: 'ci', scopes: ['read' as const] };
  token = (await ada.ask(tokensApi.createApiToken, { params: { username: 'ada' }, body })).token;
  await world.events.append([
    ...downloads(engine, '1.0.0', { 40: 60, 39: 40 }),
    ...downloads(engine, '1.1.0', { 20: 50, 19: 45 }),
    ...downloads(engine, '1.2.0', { 2: 20, 1: 10 }),
    ...downloads(engine, '1.3.0', { 0: 5 }),
    ...downloads(mill, '1.0.0', { 14: 9, 1: 1 }),
    ...downloads(old, '1.0.0', { 365: 5, 300: 90 }),
    ...downloads(old, '2.0.0', { 20: 3, 19: 2 }),
  ]);
});
afterAll(async () => {
  await listening.close();
  await world.close();
});

/** So many downloads of a version, by how many days ago. */
function downloads(artifactId: string, version: string, byDay: Record<number, number>): Event[] {
  let today = Math.floor(Date.now() / dayMs) * dayMs;
  return Object.entries(byDay).flatMap(([ago, count]) =>
    Array.from({ length: count }, () => madeEvent({ artifactId, version, time: today - Number(ago) * dayMs })),
  );
}

interface Ended {
  code: number;
  said: string;
}

/** Runs the command as CI does. */
function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  let given = { LANDFALL_URL: listening.address, LANDFALL_TOKEN: token, ...env };
  let command = [program, 'check-downloads', '--owner', 'ada', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env: { ...process.env, ...given } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}

describe('landfall check-downloads', () => {
  it('fails where a release has lost more than is allowed, compared with the release before', async () => {
    expect(await run(['--package', 'engine', '--release', '1.2.0'])).toEqual({
      code: 1,
      said:
        'engine, 1.2.0 in its first 2 days: 30 downloads\n' +
        'engine, 1.1.0 in its first 2 days: 95 downloads\n' +
        '68.4 % less: a drop of more than 20 %.\n',
    });
    expect((await run(['--package', 'engine', '--release', '1.2.0', '--max-loss', '70'])).code).toBe(0);
  });

  it('passes where it has lost less, and compares with the release that is named', async () => {
    let ended = await run(['--package', 'engine', '--release', '1.1.0', '--days', '1', '--against', '1.0.0']);
    expect(ended).toEqual({
      code: 0,
      said:
        'engine, 1.1.0 in its first day: 50 downloads\n' +
        'engine, 1.0.0 in its first day: 60 downloads\n' +
        '16.7 % less.\n',
    });
  });

  it('compares the last days with those before, and passes where there were too few', { tags: 'slow' }, async () => {
    let month = await run(['--package', 'engine', '--days', '15']);
    expect(month).toMatchObject({ code: 1, said: expect.stringContaining('the last 15 days: 30 downloads\n') });
    expect(month.said).toContain('the 15 days before: 95 downloads\n');
    let few = await run(['--package', 'mill']);
    expect(few).toMatchObject({ code: 0, said: expect.stringContaining('Fewer than 10 before') });
    expect((await run(['--package', 'mill', '--least', '9'])).code).toBe(1);
  });

  it('compares a whole month with the month before, as reports do', () => {
    let rows = [
      { date: '2026-10-01', total: 31_000 },
      { date: '2026-11-01', total: 30_000 },
      { date: '2026-12-01', total: 7 },
    ];
    expect(comparePeriods(rows, { days: 30, today: '2026-12-01' })).toEqual({
      now: 'the last 30 days',
      before: 'the 31 days before',
      downloads: 30_000,
      downloadsBefore: 31_000,
      change: { now: 930_000, before: 930_000, why: '' },
    });
    expect(comparePeriods(rows, { days: 31, today: '2026-12-01' })).toEqual({
      why: 'Not enough history to compare: the first download was on Oct 1, 2026.',
      isLoss: false,
    });
  });

  it('fails for a release without downloads, and waits for a complete day', { tags: 'slow' }, async () => {
    expect(await run(['--package', 'engine', '--release', '9.9.9'])).toEqual({
      code: 1,
      said: 'engine: 9.9.9 has no downloads.\n',
    });
    let fresh = await run(['--package', 'engine', '--release', '1.3.0']);
    expect(fresh).toEqual({
      code: 0,
      said: 'engine: 1.3.0 has its first downloads today. Nothing to compare yet.\n',
    });
    expect((await run(['--package', 'engine', '--release', '1.0.0'])).said).toContain('No release before');
  });

  it('does not take the first day it can see for the first day of a release', { tags: 'slow' }, async () => {
    let ended = await run(['--package', 'old', '--release', '2.0.0']);
    expect(ended).toMatchObject({ code: 0, said: expect.stringContaining('the first downloads of 1.0.0 are from') });
  });

  it('ends with 2 where it cannot find out', { tags: 'slow' }, async () => {
    let unknown = await run(['--package', 'mistyped']);
    expect(unknown).toMatchObject({
      code: 2,
      said: expect.stringContaining('No downloads of a package named mistyped'),
    });
    let refused = await run(['--package', 'engine'], { LANDFALL_TOKEN: 'wrong' });
    expect(refused).toMatchObject({ code: 2, said: expect.stringContaining('Request rejected: Session expired') });
    let away = await run(['--package', 'engine'], { LANDFALL_URL: 'http://127.0.0.1:9' });
    expect(away).toMatchObject({ code: 2, said: expect.stringContaining('fetch failed') });
  });

  it('says how it is used where it is typed wrong', { tags: 'slow' }, async () => {
    for (let wrong of [
      [],
      ['--package', 'e*'],
      ['--package', 'engine', '--days', '0'],
      ['--package', 'a', '--nothing'],
    ])
      expect(await run(wrong)).toMatchObject({ code: 2, said: expect.stringContaining('Usage:') });
    let nowhere = await run(['--package', 'engine'], { LANDFALL_URL: '' });
    expect(nowhere).toMatchObject({
      code: 2,
      said: expect.stringContaining('LANDFALL_URL is not an API URL'),
    });
  });
});
