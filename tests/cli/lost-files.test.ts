/** A data folder that has lost a file is not treated as a new installation. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { openRecords } from 'gateway/floor/db/open';
import { openEventStore } from 'gateway/events/duckdb/open';
import { commandLine } from '../support/command-line';
import { serverUrl } from '../support/records-place';
import { adminCommand } from '../../cli/admin';
import { resetCommand } from '../../cli/reset';
import { CommandError } from '../../cli/command-error';
import { refuseUnmovedEvents } from '../../server/data-folder';
import { openGateway } from '../../server/gateway';
import { edgeSecret, installationSecrets, readEdgeSecret } from '../../server/secrets';
import { readSettings } from '../../server/settings';

const log = pino({ level: 'silent' });
const cli = commandLine();

const at = (...steps: string[]) => path.join(cli.folder, ...steps);

/** The files of the data folder, without SQLite's write-ahead log, which is temporary. */
const filesThere = () => readdirSync(cli.folder).filter((name) => !/-(wal|shm)$/.test(name));

/** Opens the gateway as the store side does, and closes it. */
async function open(databaseUrl?: string): Promise<void> {
  let settings = readSettings({ NODE_ENV: 'test', DATA_DIR: cli.folder, DATABASE_URL: databaseUrl });
  let gateway = await openGateway(settings, installationSecrets(cli.folder), () => undefined, log);
  await gateway.close();
}

/** Makes a folder that was in use: both stores were opened, and an edge has stored its rules. */
async function used(): Promise<void> {
  await open();
  edgeSecret(cli.folder, log);
  writeFileSync(at('edge', 'rules.ndjson'), '{}');
}

it('events.duckdb is not left behind where EVENTS_URL names a server, and nothing is changed', async () => {
  await used();
  let before = filesThere();
  expect(() => refuseUnmovedEvents(cli.folder)).toThrow(
    /events\.duckdb contains the events of this installation, but EVENTS_URL names another store\. Nothing was changed\./,
  );
  expect(filesThere()).toEqual(before);
  vi.stubEnv('EVENTS_URL', 'http://127.0.0.1:9/events');
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:9/records');
  await expect(resetCommand(['events'])).rejects.toThrow('Events are on the server of EVENTS_URL.');
});

describe.each([
  ['records.sqlite', 'records'],
  ['events.duckdb', 'events'],
  ['secrets.json', 'secrets'],
] as const)('without %s', (file, what) => {
  it('nothing is opened or created until the file is back', async () => {
    await used();
    let bytes = readFileSync(at(file));
    rmSync(at(file));
    let before = filesThere();
    await expect(open()).rejects.toThrow(
      new RegExp(
        `${file} is missing, but other files .* Restore it from a backup, or run "landfall begin-anew ${what}"`,
      ),
    );
    expect(filesThere()).toEqual(before);
    writeFileSync(at(file), bytes);
    await open();
  });

  it(`landfall begin-anew ${what} creates a new one, once`, async () => {
    await used();
    rmSync(at(file));
    await resetCommand([what]);
    expect(statSync(at(file)).mode & 0o777).toBe(0o600);
    await open();
    let bytes = readFileSync(at(file));
    await expect(resetCommand([what])).rejects.toThrow(`${file} exists. Nothing was changed.`);
    expect(readFileSync(at(file)).equals(bytes)).toBe(true);
  });
});

it('a first start that was interrupted between two files continues', async () => {
  installationSecrets(cli.folder);
  await (await openRecords({ folder: cli.folder })).destroy();
  await open();
});

it('an account created by the command line before the first start does not count as lost events', async () => {
  await adminCommand(['create', 'operator', 'operator@example.com']);
  await open();
});

it('the command line creates no control store beside an event store', async () => {
  await used();
  rmSync(at('records.sqlite'));
  await expect(adminCommand(['list'])).rejects.toThrow('records.sqlite is missing');
  expect(existsSync(at('records.sqlite'))).toBe(false);
});

it('an empty file counts as lost', async () => {
  await used();
  for (let file of ['records.sqlite', 'events.duckdb']) {
    let bytes = readFileSync(at(file));
    writeFileSync(at(file), '');
    await expect(open()).rejects.toThrow(`${file} is missing`);
    expect(statSync(at(file)).size).toBe(0);
    writeFileSync(at(file), bytes);
  }
});

it('a leftover write-ahead log is not applied to new records', async () => {
  await used();
  rmSync(at('records.sqlite'));
  writeFileSync(at('records.sqlite-wal'), 'changes of the lost file');
  await expect(open()).rejects.toThrow('Move records.sqlite-wal away first');
  await resetCommand(['records']);
  let [kept = ''] = readdirSync(cli.folder).filter((name) => name.startsWith('records.sqlite-wal.lost-'));
  expect(readFileSync(at(kept), 'utf8')).toBe('changes of the lost file');
  await open();
});

describe('the edge', () => {
  it('keeps its own copy of the salt, readable by its user only, and continues with it', () => {
    let { salt } = installationSecrets(cli.folder);
    expect(edgeSecret(cli.folder, log).salt).toBe(salt);
    expect(statSync(at('edge', 'secret.json')).mode & 0o777).toBe(0o600);
    writeFileSync(at('edge', 'rules.ndjson'), '{}');
    rmSync(at('secrets.json'));
    expect(edgeSecret(cli.folder, log).salt).toBe(salt);
    writeFileSync(at('secrets.json'), '{"session":');
    expect(edgeSecret(cli.folder, log).salt).toBe(salt);
  });

  it('continues with its own salt when both are lost, and creates no secrets.json', () => {
    mkdirSync(at('edge'));
    writeFileSync(at('edge', 'rules.ndjson'), '{}');
    let { salt } = edgeSecret(cli.folder, log);
    expect(edgeSecret(cli.folder, log).salt).toBe(salt);
    expect(existsSync(at('secrets.json'))).toBe(false);
  });

  it('passes its salt to new secrets', async () => {
    await used();
    let salt = readEdgeSecret(cli.folder)?.salt;
    rmSync(at('secrets.json'));
    await resetCommand(['secrets']);
    expect(installationSecrets(cli.folder).salt).toBe(salt);
    expect(cli.said).toContain('Stored secrets can be decrypted');
  });
});

it('a wrong begin-anew command is refused with the usage', async () => {
  for (let args of [[], ['everything'], ['events', 'records']])
    await expect(resetCommand(args)).rejects.toThrow(CommandError);
});

describe.runIf(serverUrl)('records in PostgreSQL', () => {
  it('count as lost when the database is empty and the folder is not', async () => {
    let { freshRecordsPlace } = await import('../support/records-place');
    let fresh = await freshRecordsPlace();
    let databaseUrl = 'databaseUrl' in fresh.place ? fresh.place.databaseUrl : '';
    await (await openEventStore({ folder: cli.folder })).close();
    writeFileSync(at('secrets.json'), JSON.stringify({ session: 'a session secret', salt: 'a salt' }));
    await expect(open(databaseUrl)).rejects.toThrow(
      /the database \S+ at .* is empty, while the data folder holds files/,
    );
    vi.stubEnv('DATABASE_URL', databaseUrl);
    await resetCommand(['records']);
    await open(databaseUrl);
    await expect(resetCommand(['records'])).rejects.toThrow('is not empty. Nothing was changed.');
    await fresh.remove();
  });
});
