/** What was erased stays erased where an older backup is restored. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createNames } from 'gateway/floor/names';
import { openRecords } from 'gateway/floor/db/open';
import { seedPeople } from 'gateway/demo/people';
import { erasureListName, readErasureList, applyErasureList } from 'gateway/erasure/erasure-list';
import { addTombstone, addPackageTombstones, deleteCompanyRecords } from 'gateway/floor/tombstones';
import { commandLine } from '../support/command-line';
import { openEventStore } from '../support/event-store';
import { startFakeS3, storageBucket, storageKeys, storageRegion } from '../support/fake-s3';
import { madeEvent } from '../support/made-event';
import { freshRecordsPlace, serverUrl } from '../support/records-place';
import { cheap } from '../support/world';
import { backupCommand } from '../../cli/backup';
import { CommandError } from '../../cli/command-error';
import { restoreCommand } from '../../cli/restore';
import { openGateway } from '../../server/gateway';
import { installationSecrets } from '../../server/secrets';
import { readSettings } from '../../server/settings';

const now = Date.now();
let place: string;
let data: string;
let ids: Map<string, string>;

const at = (name: string) => path.join(place, name);
const cli = commandLine(() => data);

/** A package of grace, with nothing set that it can be without. */
function packageRow(id: string, ownerId: string) {
  let texts = { short_description: '', long_description: '', website: '' };
  let nothing = { repository_name: null, backend_registry: null, repository_url: null, catch_all_target: null };
  let times = { created_at: now, updated_at: now };
  let about = { type: 'file' as const, name: id, name_key: id, importance: 'mid' as const, track_companies: 1 };
  return { id, owner_id: ownerId, ...about, ...texts, ...nothing, ...times };
}

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'erasures-'));
  data = at('data');
  mkdirSync(data);
  let { salt } = installationSecrets(data);
  let records = await openRecords({ folder: data });
  ids = await seedPeople(records, now, cheap);
  let [grace, ada] = [ids.get('grace')!, ids.get('ada')!];
  await records
    .insertInto('packages')
    .values([packageRow('kept', grace), packageRow('gone', grace), packageRow('of-ada', ada)])
    .execute();
  let profile = { profile: '{}', asked_at: now, ask_again_at: now };
  await records
    .insertInto('company_profiles')
    .values({ owner_id: grace, domain: 'acme.example', ...profile })
    .execute();
  let store = await openEventStore({ folder: data });
  let acme = { companyName: 'Acme', companyDomain: 'acme.example' };
  let time = now - 60_000;
  await store.append([
    madeEvent({ ownerId: grace, artifactId: 'kept', time, version: 'kept' }),
    madeEvent({ ownerId: grace, artifactId: 'kept', time, version: 'of-acme', ...acme }),
    madeEvent({ ownerId: grace, artifactId: 'gone', time, version: 'gone' }),
    madeEvent({ ownerId: ada, artifactId: 'of-ada', time, version: 'of-ada' }),
  ]);
  await store.lastEvent();
  await store.close();
  vi.stubEnv('DATA_DIR', data);
  let silent = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  await backupCommand([at('day-1')]);
  silent.mockRestore();

  let names = createNames([salt]);
  let owner = await records.selectFrom('owners').selectAll().where('id', '=', ada).executeTakeFirstOrThrow();
  await records.transaction().execute((change) => names.deleteOwner(change, owner, now));
  await addPackageTombstones(records, packageRow('gone', grace), now);
  await records.deleteFrom('packages').where('id', '=', 'gone').execute();
  let company = { ownerId: grace, target: 'acme.example' };
  await addTombstone(records, { kind: 'company', ...company, until: now }, now);
  await deleteCompanyRecords(records, company);
  await records.destroy();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What is left in the records after the first start of a server on a folder. */
async function startedOn(folder: string) {
  vi.stubEnv('DATA_DIR', folder);
  let log = pino({ level: 'silent' });
  let gateway = await openGateway(readSettings(process.env), installationSecrets(folder), () => undefined, log);
  let isErased = /landfall_job_runs_total\{[^}]*event-deletions[^}]*\} [1-9]/;
  await vi.waitFor(async () => expect(await gateway.metrics.metrics()).toMatch(isErased), 30_000);
  await gateway.close();
  let records = await openRecords({ folder });
  let packages = await records.selectFrom('packages').select('id').execute();
  let owners = await records.selectFrom('owners').select('name').execute();
  let profiles = await records.selectFrom('company_profiles').select('domain').execute();
  let givenUp = await records.selectFrom('given_up_names').select('kind').execute();
  await records.destroy();
  return { packages, owners, profiles, givenUp };
}

/** The versions of the events of a folder whose server is stopped. */
async function versionsIn(folder: string): Promise<string[]> {
  let store = await openEventStore({ folder });
  let versions: string[] = [];
  let range = { from: 0, until: now + 1 };
  let artifactIds = ['kept', 'gone', 'of-ada'];
  for await (let batch of store.export({ artifactType: 'package', artifactIds, ...range }))
    versions.push(...batch.map(({ version }) => version));
  await store.close();
  return versions.sort();
}

describe('a backup from before an erasure', () => {
  it('brings everything back where nothing says what was erased', async () => {
    renameSync(at(erasureListName), at('put-aside.json'));
    await expect(restoreCommand([at('day-1'), at('without')])).rejects.toThrow('would come back');
    expect(await restoreCommand([at('day-1'), at('without'), '--without-erasures'])).toBe(0);
    renameSync(at('put-aside.json'), at(erasureListName));
    expect(await versionsIn(at('without'))).toEqual(['gone', 'kept', 'of-acme', 'of-ada']);
  });

  it('brings nothing back once a later backup has brought the list up to date', async () => {
    await backupCommand([at('day-2')]);
    expect(
      readErasureList(at(erasureListName))
        ?.tombstones.map(({ kind }) => kind)
        .sort(),
    ).toEqual(['artifact', 'company', 'owner']);
    expect(await restoreCommand([at('day-1'), at('restored')])).toBe(0);
    expect(cli.said).toContain('The first start erases again data that was erased until');
    let { packages, owners, profiles, givenUp } = await startedOn(at('restored'));
    expect(existsSync(path.join(at('restored'), erasureListName))).toBe(false);
    expect(packages.map(({ id }) => id)).toEqual(['kept']);
    expect(owners.map(({ name }) => name)).not.toContain('ada');
    expect(givenUp).toEqual([{ kind: 'user' }]);
    expect(profiles).toEqual([]);
    expect(await versionsIn(at('restored'))).toEqual(['kept']);
  });

  it('is erased once where two processes start on it at the same time', async () => {
    expect(await restoreCommand([at('day-1'), at('twice')])).toBe(0);
    let list = path.join(at('twice'), erasureListName);
    let records = await openRecords({ folder: at('twice') });
    let log = pino({ level: 'silent' });
    let take = () => applyErasureList(records, createNames([installationSecrets(at('twice')).salt]), list, log);
    await Promise.all([take(), take()]);
    let owners = await records.selectFrom('owners').select('name').where('name', '=', 'ada').execute();
    let givenUp = await records.selectFrom('given_up_names').select('kind').execute();
    await records.destroy();
    expect(owners).toEqual([]);
    expect(givenUp).toHaveLength(1);
    expect(existsSync(list)).toBe(false);
  });

  it('is erased by a list that was brought up to date alone, and named', async () => {
    mkdirSync(at('lists'), { recursive: true });
    await backupCommand([path.join(place, 'lists', 'none'), '--erasures-only']);
    expect(readdirSync(at('lists'))).toEqual([erasureListName]);
    let list = path.join(place, 'lists', erasureListName);
    expect(await restoreCommand([at('day-1'), at('named'), '--erasures', list])).toBe(0);
    expect(readFileSync(path.join(at('named'), erasureListName), 'utf8')).toBe(readFileSync(list, 'utf8'));
  });

  it.runIf(serverUrl)('is erased in PostgreSQL by the list of one of many processes', async () => {
    let [erased, restored] = [await freshRecordsPlace(), await freshRecordsPlace()];
    let old = await openRecords(restored.place);
    let ada = (await seedPeople(old, now, cheap)).get('ada')!;
    let records = await openRecords(erased.place);
    await addTombstone(records, { kind: 'owner', ownerId: ada, target: ada, until: null }, now);
    await records.destroy();
    mkdirSync(at('of-many'));
    let databaseUrl = 'databaseUrl' in erased.place ? erased.place.databaseUrl : '';
    let many = { ROLE: 'web', DATABASE_URL: databaseUrl, DATA_DIR: at('of-a-process') };
    let others = { EVENTS_URL: 'http://tests@127.0.0.1:1/landfall', SECRETS_ENCRYPTION_KEY: 'k'.repeat(32) };
    for (let [name, value] of Object.entries({ ...many, ...others })) vi.stubEnv(name, value);
    await backupCommand([path.join(at('of-many'), 'none'), '--erasures-only']);
    expect(readdirSync(at('of-many'))).toEqual([erasureListName]);
    let list = path.join(at('of-many'), erasureListName);
    await applyErasureList(old, createNames(['a salt']), list, pino({ level: 'silent' }));
    let owners = await old.selectFrom('owners').select('name').execute();
    await old.destroy();
    expect(owners.map(({ name }) => name)).toContain('grace');
    expect(owners.map(({ name }) => name)).not.toContain('ada');
    await erased.remove();
    await restored.remove();
  });

  it('is deleted with --keep once there are enough newer ones; other folders stay', async () => {
    for (let name of ['one', 'two', 'three']) {
      mkdirSync(at('kept/notes'), { recursive: true });
      await backupCommand([path.join(at('kept'), name), '--keep', '2']);
    }
    expect(readdirSync(at('kept')).sort()).toEqual([erasureListName, 'notes', 'three', 'two']);
    expect(cli.said).toContain(`Deleted the older backup ${path.join(at('kept'), 'one')}.`);
    for (let wrong of ['0', 'x', '1.5'])
      await expect(backupCommand([path.join(at('kept'), 'four'), '--keep', wrong])).rejects.toThrow(CommandError);
  });

  it('in a bucket has the list beside it', async () => {
    let s3 = await startFakeS3();
    let keys = { AWS_ACCESS_KEY_ID: storageKeys.accessKeyId, AWS_SECRET_ACCESS_KEY: storageKeys.secretAccessKey };
    for (let [name, value] of Object.entries({ ...keys, AWS_REGION: storageRegion, AWS_ENDPOINT_URL: s3.endpoint }))
      vi.stubEnv(name, value);
    await backupCommand([`s3://${storageBucket}/nightly/today`]);
    expect(JSON.parse(s3.text('nightly/erasures.json')!)).toMatchObject({ tombstones: { length: 3 } });
    await s3.close();
  });
});
