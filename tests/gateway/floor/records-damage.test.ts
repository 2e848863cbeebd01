/** What a check of records that are in use takes for damage. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { damageOfOpenRecords } from 'gateway/floor/db/records-damage';

const { signal } = new AbortController();
let folder: string;
let database: Libsql.Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'records-damage-'));
  database = new Libsql(path.join(folder, 'records.sqlite'));
  database.exec("create table notes (name text primary key, text text); insert into notes values ('a', 'b')");
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

it('is a text that is not UTF-8, with what to do', async () => {
  expect(await damageOfOpenRecords(folder, signal)).toEqual({ found: 0, sentence: undefined });
  database.exec("insert into notes values ('wrong', cast(x'ff41' as text))");
  let { found, sentence } = await damageOfOpenRecords(folder, signal);
  expect(found).toBe(1);
  expect(sentence).toContain('records.sqlite is damaged: notes: texts of 1 row are not UTF-8. Check the disk');
  expect(sentence).toContain(`"landfall check ${folder} --repair <new folder>"`);
});

it('is no lock of another process, and no file that is away', async () => {
  database.exec('begin exclusive');
  await expect(damageOfOpenRecords(folder, signal)).rejects.toThrow('locked');
  await expect(damageOfOpenRecords(path.join(folder, 'nothing'), signal)).rejects.toThrow('Unable to open');
});

it('is not looked for any longer when the server stops', async () => {
  await expect(damageOfOpenRecords(folder, AbortSignal.abort())).rejects.toThrow('aborted');
});
