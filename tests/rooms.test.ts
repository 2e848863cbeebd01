/** Which files read the environment; `npm run arrows` does not check that. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

function sourcesOf(room: string): string[] {
  return readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(room, file));
}

test('the environment is read in one file of the app and in no other room', () => {
  let readers = ['app', 'edge', 'gateway', 'journal', 'matching', 'net', 'sealing', 'contract']
    .flatMap(sourcesOf)
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('process.env'));
  expect(readers).toEqual(['app/config/env.server.ts']);
});
