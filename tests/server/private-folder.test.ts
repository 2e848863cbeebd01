import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepPrivate } from '../../server/private-folder';

let above: string;
let before: number;
beforeEach(() => {
  before = process.umask(0o022);
  above = mkdtempSync(path.join(tmpdir(), 'private-'));
});
afterEach(() => {
  process.umask(before);
  rmSync(above, { recursive: true, force: true });
});

function modeOf(...steps: string[]): string {
  return (statSync(path.join(above, ...steps)).mode & 0o777).toString(8);
}

it('makes the folder and all later files private to this user', () => {
  keepPrivate(path.join(above, 'data'));
  writeFileSync(path.join(above, 'data', 'records.sqlite-wal'), '');
  mkdirSync(path.join(above, 'data', 'journal'));
  expect([modeOf('data'), modeOf('data', 'records.sqlite-wal'), modeOf('data', 'journal')]).toEqual([
    '700',
    '600',
    '700',
  ]);
});

it('makes files private that an earlier start left readable', () => {
  mkdirSync(path.join(above, 'data', 'outbox'), { recursive: true, mode: 0o755 });
  writeFileSync(path.join(above, 'data', 'outbox', '1.eml'), '', { mode: 0o644 });
  writeFileSync(path.join(above, 'data', 'events.duckdb'), '', { mode: 0o664 });
  keepPrivate(path.join(above, 'data'));
  expect(modeOf('data')).toBe('700');
  expect(modeOf('data', 'outbox')).toBe('700');
  expect(modeOf('data', 'outbox', '1.eml')).toBe('600');
  expect(modeOf('data', 'events.duckdb')).toBe('600');
});

it('follows a folder that is a link, and no link inside it', () => {
  mkdirSync(path.join(above, 'disk'), { mode: 0o755 });
  writeFileSync(path.join(above, 'elsewhere'), '');
  chmodSync(path.join(above, 'elsewhere'), 0o644);
  symlinkSync(path.join(above, 'disk'), path.join(above, 'data'));
  symlinkSync(path.join(above, 'elsewhere'), path.join(above, 'disk', 'link'));
  keepPrivate(path.join(above, 'data'));
  expect([modeOf('disk'), modeOf('elsewhere')]).toEqual(['700', '644']);
});
