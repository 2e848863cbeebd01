/** A folder that has lost a file of its installation is not taken for a new one. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRecords } from 'gateway/db/open';
import { openEventStore } from 'gateway/events/duckdb';
import { serverUrl } from '../support/records-place';
import { adminCommand } from '../../cli/admin';
import { beginAnewCommand } from '../../cli/begin-anew';
import { CommandError } from '../../cli/command-error';
import { openGateway } from '../../server/gateway';
import { edgeSalt, keptSecrets, saltOfEdge } from '../../server/secrets';
import { readSettings } from '../../server/settings';

const log = pino({ level: 'silent' });
let folder: string;
let said: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lost-'));
  said = '';
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('DATABASE_URL', '');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const at = (...steps: string[]) => path.join(folder, ...steps);

/** Without the log of changes of SQLite, which comes and goes with its connections. */
const filesThere = () => readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name));

/** Opens the gateway as the store side does, and closes it. */
async function open(databaseUrl?: string): Promise<void> {
  let settings = readSettings({ NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: databaseUrl });
  let gateway = await openGateway(settings, keptSecrets(folder), () => undefined, log);
  await gateway.close();
}

/** A folder in which stores have been open, with the rules that an edge has kept of it. */
async function used(): Promise<void> {
  await open();
  edgeSalt(folder, log);
  writeFileSync(at('edge', 'rules.ndjson'), '{}');
}

describe.each([
  ['records.sqlite', 'records'],
  ['events.duckdb', 'events'],
  ['secrets.json', 'secrets'],
] as const)('without %s', (file, what) => {
  it('nothing is opened and nothing is made, until it is back', async () => {
    await used();
    let bytes = readFileSync(at(file));
    rmSync(at(file));
    let before = filesThere();
    await expect(open()).rejects.toThrow(
      new RegExp(
        `${file} is missing, while other files .* Restore it from a backup, or run "landfall begin-anew ${what}"`,
      ),
    );
    expect(filesThere()).toEqual(before);
    writeFileSync(at(file), bytes);
    await open();
  });

  it(`landfall begin-anew ${what} makes a new one, once`, async () => {
    await used();
    rmSync(at(file));
    await beginAnewCommand([what]);
    expect(statSync(at(file)).mode & 0o777).toBe(0o600);
    await open();
    let bytes = readFileSync(at(file));
    await expect(beginAnewCommand([what])).rejects.toThrow(`${file} is there. Nothing was changed.`);
    expect(readFileSync(at(file)).equals(bytes)).toBe(true);
  });
});

it('a first start that was ended between two files goes on', async () => {
  keptSecrets(folder);
  await (await openRecords({ folder })).destroy();
  await open();
});

it('an account made by the command line before the first start is no installation that has lost its events', async () => {
  await adminCommand(['create', 'operator', 'operator@example.com']);
  await open();
});

it('the command line makes no new records beside an event store', async () => {
  await used();
  rmSync(at('records.sqlite'));
  await expect(adminCommand(['list'])).rejects.toThrow('records.sqlite is missing');
  expect(existsSync(at('records.sqlite'))).toBe(false);
});

it('an empty file is a lost one', async () => {
  await used();
  for (let file of ['records.sqlite', 'events.duckdb']) {
    let bytes = readFileSync(at(file));
    writeFileSync(at(file), '');
    await expect(open()).rejects.toThrow(`${file} is missing`);
    expect(statSync(at(file)).size).toBe(0);
    writeFileSync(at(file), bytes);
  }
});

it('a log of changes that stayed behind is not taken for a part of the new records', async () => {
  await used();
  rmSync(at('records.sqlite'));
  writeFileSync(at('records.sqlite-wal'), 'changes of the lost file');
  await expect(open()).rejects.toThrow('Move records.sqlite-wal away before');
  await beginAnewCommand(['records']);
  let [kept = ''] = readdirSync(folder).filter((name) => name.startsWith('records.sqlite-wal.lost-'));
  expect(readFileSync(at(kept), 'utf8')).toBe('changes of the lost file');
  await open();
});

describe('the edge', () => {
  it('keeps its own copy of the salt, for its user alone, and goes on with it', () => {
    let { salt } = keptSecrets(folder);
    expect(edgeSalt(folder, log)).toBe(salt);
    expect(statSync(at('edge', 'secret.json')).mode & 0o777).toBe(0o600);
    writeFileSync(at('edge', 'rules.ndjson'), '{}');
    rmSync(at('secrets.json'));
    expect(edgeSalt(folder, log)).toBe(salt);
    writeFileSync(at('secrets.json'), '{"session":');
    expect(edgeSalt(folder, log)).toBe(salt);
  });

  it('goes on with a salt of its own where both are lost, and makes no secrets.json', () => {
    mkdirSync(at('edge'));
    writeFileSync(at('edge', 'rules.ndjson'), '{}');
    let salt = edgeSalt(folder, log);
    expect(edgeSalt(folder, log)).toBe(salt);
    expect(existsSync(at('secrets.json'))).toBe(false);
  });

  it('gives its salt to secrets that begin anew', async () => {
    await used();
    let salt = saltOfEdge(folder);
    rmSync(at('secrets.json'));
    await beginAnewCommand(['secrets']);
    expect(keptSecrets(folder).salt).toBe(salt);
    expect(said).toContain('stored secrets open');
  });
});

it('begin-anew is refused with its usage when it is typed wrong', async () => {
  for (let args of [[], ['everything'], ['events', 'records']])
    await expect(beginAnewCommand(args)).rejects.toThrow(CommandError);
});

describe.runIf(serverUrl)('records in PostgreSQL', () => {
  it('are lost where the database is empty and the folder is not', async () => {
    let { freshRecordsPlace } = await import('../support/records-place');
    let fresh = await freshRecordsPlace();
    let databaseUrl = 'databaseUrl' in fresh.place ? fresh.place.databaseUrl : '';
    await (await openEventStore({ folder })).close();
    writeFileSync(at('secrets.json'), JSON.stringify({ session: 'a session secret', salt: 'a salt' }));
    await expect(open(databaseUrl)).rejects.toThrow(
      /the database \S+ at .* is empty, while the data folder holds files/,
    );
    vi.stubEnv('DATABASE_URL', databaseUrl);
    await beginAnewCommand(['records']);
    await open(databaseUrl);
    await expect(beginAnewCommand(['records'])).rejects.toThrow('holds records. Nothing was changed.');
    await fresh.remove();
  });
});
