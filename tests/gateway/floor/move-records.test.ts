/**
 * Records are moved from a file into another store: into a file here, and into PostgreSQL by
 * `npx tsx tools/tests/test-postgres.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyRecords } from 'gateway/floor/db/copy';
import {
  copyTables,
  differentTables,
  endMove,
  readMoveId,
  openNewRecords,
  openRecordsFile,
} from 'gateway/floor/db/move';
import { openRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { seedPeople } from 'gateway/demo/people';
import { freshRecordsPlace, type FreshPlace } from '../../support/records-place';
import { cheap } from '../../support/world';

const now = Date.UTC(2026, 10, 23);
const move = 'a-move';
const nothing = () => undefined;

let folder: string;
let source: Records;
let fresh: FreshPlace;
let target: Records;
let ids: Map<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'move-'));
  source = await openRecords({ folder });
  ids = await seedPeople(source, now, cheap);
  let owner_id = ids.get('hopper-labs')!;
  let filter = { owner_id, scope: 'owner' as never, conditions: '{"a":"\'ö 😀"}', created_at: now, updated_at: now };
  await source
    .insertInto('filters')
    .values(Array.from({ length: 1_200 }, (_, i) => ({ ...filter, id: `filter-${i}`, name: `Filter ${i}` })))
    .execute();
  let answer = { owner_id, part: 'questionnaire' as const, answers: '{}', updated_at: now, updated_by: 'grace' };
  await source.insertInto('lead_answers').values(answer).execute();
  fresh = await freshRecordsPlace();
  target = await openNewRecords(fresh.place, move);
});
afterEach(async () => {
  await source.destroy();
  await target.destroy();
  await fresh.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Copies what the source has now, as the command does; gives what differs afterwards. */
async function copied(tell: () => void = nothing) {
  let place = mkdtempSync(path.join(folder, 'copy-'));
  copyRecords(folder, place);
  let file = openRecordsFile(place);
  try {
    let { written, deleted } = await copyTables(file, target, tell);
    return { written, deleted, different: await differentTables(file, target) };
  } finally {
    file.close();
  }
}

const namesIn = async (records: Records) =>
  (await records.selectFrom('owners').select('name').orderBy('name_key').execute()).map(({ name }) => name);

it('all tables are equal afterwards, and a second time nothing is written', async () => {
  let first = await copied();
  expect(first).toMatchObject({ deleted: 0, different: [] });
  expect(first.written).toBeGreaterThan(1_200);
  expect(await namesIn(target)).toEqual(await namesIn(source));
  expect(await copied()).toEqual({ written: 0, deleted: 0, different: [] });
});

it('what has come, changed and gone meanwhile is brought over', async () => {
  await copied();
  await source.deleteFrom('owners').where('id', '=', ids.get('ada')!).execute();
  await source.deleteFrom('filters').where('id', '=', 'filter-7').execute();
  await source.updateTable('filters').set({ name: 'Changed' }).where('id', '=', 'filter-8').execute();
  await source.updateTable('lead_answers').set({ answers: '{"b":1}' }).execute();
  let second = await copied();
  expect(second.different).toEqual([]);
  expect(second.written).toBe(2);
  expect(await namesIn(target)).not.toContain('ada');
});

it('names that have changed places are brought over', async () => {
  await copied();
  let [ada, grace] = [ids.get('ada')!, ids.get('grace')!];
  let rename = (id: string, name: string) =>
    source.updateTable('owners').set({ name, name_key: name }).where('id', '=', id).execute();
  await rename(ada, 'other');
  await rename(grace, 'ada');
  await rename(ada, 'grace');
  expect((await copied()).different).toEqual([]);
  expect(await readMoveId(target)).toBe(move);
});

it('an attempt that is cut off leaves nothing behind, and the next one does all of it', async () => {
  let calls = 0;
  let cutOff = () => {
    if ((calls += 1) === 20) throw new Error('cut off');
  };
  await expect(copied(cutOff)).rejects.toThrow('cut off');
  expect(await namesIn(target)).toEqual([]);
  expect((await copied()).different).toEqual([]);
});

it('a table that differs is named', async () => {
  await copied();
  let place = mkdtempSync(path.join(folder, 'copy-'));
  copyRecords(folder, place);
  await target.updateTable('filters').set({ name: 'wrong' }).where('id', '=', 'filter-3').execute();
  await target.deleteFrom('lead_answers').execute();
  let file = openRecordsFile(place);
  expect(await differentTables(file, target)).toEqual([
    'filters: 1200 rows, 1200 in the new store',
    'lead_answers: 1 rows, 0 in the new store',
  ]);
  file.close();
});

it('resumes in the store of the same move, and in no other store with people', async () => {
  await copied();
  await target.destroy();
  target = await openNewRecords(fresh.place, move);
  await expect(openNewRecords(fresh.place, 'another move')).rejects.toThrow('has people already');
  await endMove(target);
  expect(await readMoveId(target)).toBeUndefined();
  await expect(openNewRecords(fresh.place, move)).rejects.toThrow('has people already');
});
