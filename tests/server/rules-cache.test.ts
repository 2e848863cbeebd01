/** The rules that an edge stores on disk. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RulesChange } from 'contract/edge/edge-rules';
import { openRulesCache, type RulesCache } from '../../server/rules-cache';
import { programOf } from 'tests/support/program';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rules-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'edge', 'rules.ndjson');
const log = pino({ level: 'silent' });

function open(): { kept: RulesCache; taken: RulesChange[] } {
  let taken: RulesChange[] = [];
  return { kept: openRulesCache(folder, (changed) => void taken.push(changed), log), taken };
}

function put(kept: RulesCache, owner: string, host: string | null): void {
  let rules = host === null ? null : { packages: {}, pixels: [], pixelHosts: [host] };
  kept.take(new Map([[owner, { line: JSON.stringify({ owner, rules }), rules }]]));
}

it('stored rules apply at the next start', async () => {
  let { kept, taken } = open();
  expect(taken).toEqual([]);
  put(kept, 'ada', 'a.example');
  put(kept, 'grace', 'b.example');
  put(kept, 'ada', null);
  await kept.close();
  let again = open();
  expect(again.taken).toEqual([new Map([['grace', { packages: {}, pixels: [], pixelHosts: ['b.example'] }]])]);
  await again.kept.close();
});

it('the first rules are on disk once their write has settled, and a folder that cannot be written delays nothing', async () => {
  let { kept } = open();
  put(kept, 'ada', 'a.example');
  await kept.settled();
  expect(open().taken).toHaveLength(1);
  await kept.close();
  writeFileSync(path.join(folder, 'a-file'), '');
  let nowhere = openRulesCache(path.join(folder, 'a-file'), () => undefined, log);
  put(nowhere, 'ada', 'a.example');
  await nowhere.settled();
});

it('stored rules are kept when the new ones are empty', async () => {
  let { kept } = open();
  kept.take(new Map());
  await kept.close();
  expect(open().taken).toEqual([new Map()]);
});

it('rules are written at most once a second, and completely when the edge stops', async () => {
  let { kept } = open();
  put(kept, 'ada', 'a.example');
  await vi.waitUntil(() => existsSync(file()), 30_000);
  for (let i = 0; i < 100; i++) put(kept, 'ada', `${i}.example`);
  expect(readFileSync(file(), 'utf8')).toContain('a.example');
  await vi.waitUntil(() => readFileSync(file(), 'utf8').includes('"99.example"'), 30_000);
  put(kept, 'ada', 'last.example');
  await kept.close();
  expect(readFileSync(file(), 'utf8')).toContain('last.example');
});

it.each([
  ['of another format', '{"format":1,"rules":{}}'],
  ['that is not JSON', 'damaged'],
  ['that is cut off', '{"format":2,"owners":2}\n{"owner":"ada","rules":{}}\n'],
])('the rules of a file %s are ignored and replaced', async (_, text) => {
  mkdirSync(path.dirname(file()));
  writeFileSync(file(), text);
  let { kept, taken } = open();
  expect(taken).toEqual([]);
  put(kept, 'ada', 'a.example');
  await kept.close();
  expect(open().taken).toHaveLength(1);
});

it('stored rules are complete, whenever the edge is killed', { timeout: 60_000, tags: 'slow' }, async () => {
  let program = await programOf('tests/server/killed-keeper.ts');
  for (let i = 0; i < 4; i++) {
    let keeper = spawn(process.execPath, [program, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(keeper.stdout, 'data');
    await pause(Math.random() * 1_500);
    keeper.kill('SIGKILL');
    await once(keeper, 'exit');
    let { taken } = open();
    expect(taken).toHaveLength(1);
    for (let rules of taken[0]!.values()) expect(rules?.pixelHosts).toHaveLength(200);
  }
});
