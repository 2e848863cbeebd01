/** `landfall backup` and `landfall restore` on folders without a server. */
import fs, {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRecords } from 'gateway/floor/db/open';
import { commandLine } from '../support/command-line';
import { openEventStore } from '../support/event-store';
import { startFakeS3, storageBucket, storageKeys, storageRegion } from '../support/fake-s3';
import { mountSmallDisk } from '../support/small-disk';
import { backupCommand } from '../../cli/backup';
import { checkCommand } from '../../cli/check';
import { CommandError } from '../../cli/command-error';
import { restoreCommand } from '../../cli/restore';
import { edgeSecret, installationSecrets } from '../../server/secrets';
import { start } from '../../server';
import { readSettings } from '../../server/settings';
import { openVisitorSalts } from '../../server/visitor-salts';
import { owner, randomEvents } from '../gateway/events/random-events';

const until = Date.UTC(2026, 2, 12);
const log = pino({ level: 'silent' });
const stored = 300;

let place: string;
let killed: string;

/**
 * A folder as a killed server leaves it: events are in the log of the store, and in the journal.
 */
beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'backup-'));
  let used = path.join(place, 'used');
  killed = path.join(place, 'killed');
  mkdirSync(used);
  installationSecrets(used);
  edgeSecret(used, log);
  let salts = openVisitorSalts(used, { rotation: 'monthly', firstSalt: () => undefined, clock: () => until, log });
  salts.of(owner, until);
  salts.close();
  // Edge nodes keep the secrets that all of them have in common here.
  writeFileSync(path.join(used, 'edge', 'periods.json'), '{"format":1,"periods":[]}');
  await openRecords({ folder: used }).then((records) => records.destroy());
  let store = await openEventStore({ folder: used });
  await store.append(randomEvents(stored - 1, 1, until, 30));
  await store.lastEvent();
  cpSync(used, killed, { recursive: true });
  await store.append(randomEvents(1, 2, until, 30));
  cpSync(path.join(used, 'events.journal'), path.join(killed, 'events.journal'), { recursive: true });
  await store.close();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const cli = commandLine(() => killed);

/** A complete folder is there then, of which so many files have their place. */
function killAfterMoves(moved: number): void {
  let left = moved;
  let { renameSync } = fs;
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    if (path.basename(path.dirname(String(from))) === 'complete' && left-- === 0) throw new Error('killed');
    renameSync(from, to);
  });
  syncBuiltinESMExports();
}
let target: string;
beforeEach(() => {
  target = path.join(mkdtempSync(path.join(place, 'test-')), 'backup');
});

const at = (...steps: string[]) => path.join(target, ...steps);
const restored = () => `${target}-restored`;

async function eventsIn(folder: string): Promise<number> {
  let store = await openEventStore({ folder });
  await store.lastEvent();
  let { count } = await store.state();
  await store.close();
  return count;
}

describe('landfall backup', () => {
  it('copies what a killed server left, and a restored folder has all of it', async () => {
    expect(statSync(path.join(killed, 'events.duckdb.wal')).size).toBeGreaterThan(0);
    await backupCommand([target]);
    expect(cli.said).toContain(`Made the backup ${target}`);
    expect(cli.said).toContain('no server was running');
    expect(await restoreCommand([target, restored()])).toBe(0);
    expect(cli.said).toContain(`Checked ${restored()}`);
    for (let name of ['secrets.json', 'edge/secret.json', 'edge/salts.json', 'node.json'])
      expect(readFileSync(path.join(restored(), name), 'utf8')).toBe(readFileSync(path.join(killed, name), 'utf8'));
    for (let name of ['.', 'edge', 'events.journal'])
      expect(statSync(path.join(restored(), name)).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(restored(), 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(await eventsIn(restored())).toBe(stored);
  });

  it('--without-salts leaves the salts of visitors out, and nothing else', async () => {
    await backupCommand([target, '--without-salts']);
    for (let name of ['salts.json', 'periods.json']) expect(existsSync(at('edge', name)), name).toBe(false);
    expect(existsSync(at('edge', 'secret.json'))).toBe(true);
    expect(await restoreCommand([target, restored()])).toBe(0);
    expect(cli.said).toContain('the edge starts a new period');
  });

  it('with PostgreSQL it says that people and packages have to be dumped', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://tests:secret@127.0.0.1:1/landfall');
    await expect(backupCommand([target])).rejects.toThrow('next to the backups is outdated');
    expect(existsSync(at('records.sqlite'))).toBe(false);
    expect(existsSync(at('events.duckdb'))).toBe(true);
    expect(cli.said).toContain('People and packages are NOT included');
    let dump = `pg_dump --format=custom --file=${target}.pgdump 'postgres://tests@127.0.0.1:1/landfall'`;
    expect(cli.said).toContain(dump);
    expect(cli.said).not.toContain('secret');
    await restoreCommand([target, restored(), '--without-erasures']);
    expect(cli.said).toContain('Restore the dump of their database');
  });

  it('of one of many processes is refused, except the list of erased data', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://tests:secret@127.0.0.1:1/landfall');
    vi.stubEnv('EVENTS_URL', 'http://tests:secret@127.0.0.1:1/landfall');
    vi.stubEnv('SECRETS_ENCRYPTION_KEY', 'k'.repeat(32));
    for (let role of ['edge', 'web', 'jobs']) {
      vi.stubEnv('ROLE', role);
      await expect(backupCommand([target])).rejects.toThrow(/pg_dump .* Add --erasures-only/);
      await expect(backupCommand([target, '--erasures-only'])).rejects.toThrow('next to the backups is outdated');
    }
    expect(existsSync(target)).toBe(false);
  });

  it('refuses a folder that cannot be created in a sentence, and keeps nothing', async () => {
    let file = path.join(place, 'a-file');
    writeFileSync(file, '');
    for (let [folder, why] of [
      [path.join(file, 'x'), 'a part of its path is a file'],
      ['/proc/x', 'its disk takes no folders'],
      [path.join(place, 'x'.repeat(300)), 'its name is too long'],
    ] as const)
      await expect(backupCommand([folder])).rejects.toThrow(
        `${folder} cannot be created: ${why}. Choose another folder.`,
      );
  });

  it('refuses a folder that is there, one inside of DATA_DIR, and a DATA_DIR without an installation', async () => {
    await expect(backupCommand([])).rejects.toThrow(CommandError);
    await expect(backupCommand([path.join(cli.folder, 'backup')])).rejects.toThrow('is inside the data folder');
    mkdirSync(target);
    writeFileSync(at('note.txt'), 'mine');
    await expect(backupCommand([target])).rejects.toThrow('already exists');
    vi.stubEnv('DATA_DIR', path.join(place, 'nothing'));
    await expect(backupCommand([`${target}-2`])).rejects.toThrow('No installation found');
    expect(readdirSync(path.dirname(target))).toEqual(['backup']);
  });

  it(
    'to a bucket brings every file, the manifest last, and what comes back from there is restored',
    { tags: 'slow' },
    async () => {
      let s3 = await startFakeS3();
      let keys = { AWS_ACCESS_KEY_ID: storageKeys.accessKeyId, AWS_SECRET_ACCESS_KEY: storageKeys.secretAccessKey };
      let to = `s3://${storageBucket}/backups/today`;
      await expect(backupCommand([to])).rejects.toThrow(/^AWS_.* must be set/);
      for (let [name, value] of Object.entries({ ...keys, AWS_REGION: storageRegion, AWS_ENDPOINT_URL: s3.endpoint }))
        vi.stubEnv(name, value);
      await expect(backupCommand([`s3://${storageBucket}`])).rejects.toThrow('is not a bucket with a prefix');
      await expect(backupCommand(['s3://locked-exports/today'])).rejects.toThrow('export-access-denied: AccessDenied');
      expect(s3.objects.size).toBe(0);

      await backupCommand([to]);
      expect(cli.said).toContain(`Made the backup ${to}`);
      let start = `${storageBucket}/backups/today/`;
      let brought = [...s3.objects.keys()];
      expect(brought.slice(-2)).toEqual([`${start}backup.json`, `${storageBucket}/backups/erasures.json`]);
      for (let [key, { bytes, contentType }] of s3.objects) {
        if (!key.startsWith(start)) continue;
        let file = at(key.slice(start.length));
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, bytes);
        expect(contentType).toBe('application/octet-stream');
      }
      await s3.close();
      expect(await restoreCommand([target, restored(), '--without-erasures'])).toBe(0);
      expect(await eventsIn(restored())).toBe(stored);
    },
  );

  it('refuses damaged records, and leaves nothing behind', async () => {
    writeFileSync(path.join(cli.folder, 'records.sqlite'), 'damaged '.repeat(1_000));
    await expect(backupCommand([target])).rejects.toThrow('not a database');
    expect(readdirSync(path.dirname(target))).toEqual([]);
    expect(readdirSync(cli.folder).filter((name) => name.startsWith('backup-'))).toEqual([]);
  });
});

describe('landfall restore', () => {
  beforeEach(() => backupCommand([target]));

  it('by root gives the files to the owner of the folder', async (context) => {
    if (process.getuid?.() !== 0) return context.skip();
    // Of a restore that was killed.
    mkdirSync(path.join(restored(), 'unfinished'), { recursive: true });
    chownSync(restored(), 1_234, 1_234);
    expect(await restoreCommand([target, restored()])).toBe(0);
    for (let name of readdirSync(restored(), { encoding: 'utf8', recursive: true }))
      expect([name, statSync(path.join(restored(), name)).uid]).toEqual([name, 1_234]);
  });

  it('that is killed while its files move up is completed by the next start of a server', async () => {
    expect(await restoreCommand([target, restored()])).toBe(0);
    let whole = readdirSync(restored()).toSorted();
    expect(whole).toContain('erasures.json');
    let secrets = readFileSync(path.join(restored(), 'secrets.json'), 'utf8');
    for (let moved of [0, 1, whole.length - 1]) {
      rmSync(restored(), { recursive: true });
      killAfterMoves(moved);
      await expect(restoreCommand([target, restored()])).rejects.toThrow('killed');
      vi.restoreAllMocks();
      syncBuiltinESMExports();
      let settings = readSettings({ PORT: '0', GATEWAY_PORT: '0', DATA_DIR: restored() });
      let idle = ['-e', 'setInterval(() => {}, 1000)'];
      let server = await start(settings, log, { edge: idle, store: idle });
      void server.ready.catch(() => undefined);
      await server.close();
      expect(readdirSync(restored())).toEqual(expect.arrayContaining(whole));
      expect(existsSync(path.join(restored(), 'complete'))).toBe(false);
      expect(readFileSync(path.join(restored(), 'secrets.json'), 'utf8')).toBe(secrets);
    }
  });

  it('on a full disk keeps nothing and says so, as check --repair does', { tags: 'slow' }, async (context) => {
    // 0.0625 holds the secrets alone.
    for (let megabytes of [0.0625, 0.5, 0.75]) {
      let disk = mountSmallDisk(megabytes);
      if (!disk) return context.skip('No disk can be mounted here.');
      try {
        let isFull = `The disk of ${disk.folder} is full. Nothing was kept.`;
        await expect(restoreCommand([target, disk.folder])).rejects.toThrow(isFull);
        await expect(checkCommand([target, '--repair', disk.folder])).rejects.toThrow(isFull);
        expect(readdirSync(disk.folder)).toEqual([]);
      } finally {
        disk.remove();
      }
    }
  });

  it('refuses a folder that is not empty, and one that is not a backup', async () => {
    await expect(restoreCommand([target])).rejects.toThrow(CommandError);
    await expect(restoreCommand([target, cli.folder])).rejects.toThrow('is not empty, so nothing was restored');
    await expect(restoreCommand([killed, restored()])).rejects.toThrow('is not a complete backup');
    rmSync(at('backup.json'));
    await expect(restoreCommand([target, restored()])).rejects.toThrow('is not a complete backup');
    expect(existsSync(restored())).toBe(false);
  });

  it('refuses a backup with a file that is missing, changed or outside of it, and one of a newer version', async () => {
    let manifest = JSON.parse(readFileSync(at('backup.json'), 'utf8')) as { format: number; files: { path: string }[] };
    let bytes = readFileSync(at('secrets.json'));
    writeFileSync(at('secrets.json'), bytes.toString().replace(/[a-z]/, 'A'));
    await expect(restoreCommand([target, restored()])).rejects.toThrow('damaged: secrets.json is missing or changed');
    rmSync(at('secrets.json'));
    await expect(restoreCommand([target, restored()])).rejects.toThrow('damaged: secrets.json is missing or changed');
    writeFileSync(at('secrets.json'), bytes);
    let [first, ...files] = manifest.files;
    let outside = { ...manifest, files: [{ ...first, path: `../backup/${first!.path}` }, ...files] };
    writeFileSync(at('backup.json'), JSON.stringify(outside));
    await expect(restoreCommand([target, restored()])).rejects.toThrow('is damaged');
    writeFileSync(at('backup.json'), JSON.stringify({ ...manifest, format: 2 }));
    await expect(restoreCommand([target, restored()])).rejects.toThrow('was created by a newer version of Landfall');
    expect(existsSync(restored())).toBe(false);
  });
});
