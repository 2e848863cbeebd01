/** A folder that is filled at once, and what an interrupted run leaves of it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillFolder, isFree, moveUp } from '../../server/fill-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fill-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (place: string, name: string, text = name) => {
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, name), text);
};
const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');

it('starts over after a run that was killed while it wrote', async () => {
  write(path.join(folder, 'unfinished'), 'a', 'half of');
  write(path.join(folder, 'unfinished', 'more'), 'b');
  expect(isFree(folder)).toBe(true);
  expect(await fillFolder(folder, async (draft) => write(draft, 'a'))).toBeUndefined();
  expect(readdirSync(folder)).toEqual(['a']);
  expect(textOf('a')).toBe('a');
  expect(isFree(folder)).toBe(false);
});

it('leaves nothing of a run that fails, for example on a full disk', async () => {
  let full = fillFolder(folder, async (draft) => {
    write(draft, 'a');
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  await expect(full).rejects.toThrow(
    `The disk of ${folder} is full. Nothing was kept. Free up space, or choose another folder.`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

it('completes a run that was killed while its files moved up', () => {
  write(folder, 'a');
  write(path.join(folder, 'complete'), 'b');
  write(path.join(folder, 'complete', 'c'), 'd');
  expect(isFree(folder)).toBe(false);
  moveUp(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['a', 'b', 'c']);
  expect(textOf('c/d')).toBe('d');
});
