/** Conditions that stop the start, with their messages, before anything is opened or written. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { satisfies } from 'semver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedPeople } from 'gateway/demo/people';
import { openRecords } from 'gateway/floor/db/open';
import { listen, portOf, refuseTakenPorts, stop } from '../../server/listener';
import { refuseUnmovedRecords } from '../../server/installation-records';
import { readSettings } from '../../server/settings';
import { createLog } from '../../server/log';
import { sayFirstAdministrator } from '../../server/store';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a taken port', () => {
  it.each(['PORT', 'GATEWAY_PORT', 'METRICS_PORT'])(
    'is refused with the setting %s that changes it',
    async (setting) => {
      let other = await listen(() => undefined, { port: 0, host: '127.0.0.1' });
      let taken = String(portOf(other));
      let settings = readSettings({ PORT: '0', GATEWAY_PORT: '0', [setting]: taken });
      await expect(refuseTakenPorts(settings)).rejects.toThrow(
        `Port ${taken} on 127.0.0.1 is already in use. Stop the other program, or set ${setting}.`,
      );
      await stop(other);
      await expect(refuseTakenPorts(settings)).resolves.toBeUndefined();
    },
  );

  it('of the gateway is ignored when the gateway is remote', async () => {
    let other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    let settings = readSettings({
      PORT: '0',
      GATEWAY_PORT: String(portOf(other)),
      GATEWAY_URL: 'http://gateway.example.com',
    });
    await expect(refuseTakenPorts(settings)).resolves.toBeUndefined();
    await stop(other);
  });

  it('is not checked on an address that this machine does not have', async () => {
    let settings = readSettings({ PORT: '0', HOST: '192.0.2.1' });
    await expect(refuseTakenPorts(settings)).rejects.toThrow('192.0.2.1 is not an IP address of this machine');
  });
});

it('the first start says that registration is open, and how to close it, only where it is open', () => {
  let said = (REGISTRATION?: string) => {
    let lines: string[] = [];
    let log = createLog({ LOG_LEVEL: 'error' }, { write: (line) => void lines.push(line) });
    sayFirstAdministrator(readSettings({ REGISTRATION }), 'a-token', log);
    let [first, ...rest] = lines.map((line) => JSON.parse(line) as { link?: string; msg: string });
    expect(first?.link).toMatch(/^http:.*\/first-administrator\/a-token$/);
    return rest.map(({ msg }) => msg).join('\n');
  };
  expect(said()).toMatch(/Registration is open: .* Set REGISTRATION=invite or REGISTRATION=closed to change this/);
  for (let closed of ['invite', 'closed']) expect(said(closed)).not.toContain('Registration');
});

describe('DATABASE_URL on a folder with records in SQLite', () => {
  let settings = () => readSettings({ DATA_DIR: folder, DATABASE_URL: 'postgres://tests@127.0.0.1:1/landfall' });

  it('is refused while the file has accounts, and accepted once it is marked as moved', async () => {
    let records = await openRecords({ folder });
    await seedPeople(records, Date.now());
    await records.destroy();
    expect(() => refuseUnmovedRecords(settings())).toThrow(
      /contains the records of this installation.*records\.sqlite\.moved/,
    );
    renameSync(path.join(folder, 'records.sqlite'), path.join(folder, 'records.sqlite.moved'));
    expect(() => refuseUnmovedRecords(settings())).not.toThrow();
  });

  it('is accepted when the file has no accounts', async () => {
    let records = await openRecords({ folder });
    await records.destroy();
    expect(() => refuseUnmovedRecords(settings())).not.toThrow();
  });

  it('is refused when the file cannot be read', () => {
    writeFileSync(path.join(folder, 'records.sqlite'), 'damaged '.repeat(100));
    expect(() => refuseUnmovedRecords(settings())).toThrow('contains the records of this installation');
  });

  it('is not checked when DATABASE_URL is not set', async () => {
    let records = await openRecords({ folder });
    await seedPeople(records, Date.now());
    await records.destroy();
    expect(() => refuseUnmovedRecords(readSettings({ DATA_DIR: folder }))).not.toThrow();
  });
});

interface LockFile {
  packages: Record<
    string,
    { engines?: { node?: string }; version?: string; optional?: boolean; cpu?: string[]; libc?: string[] }
  >;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;

describe('the packages of package-lock.json', () => {
  it('are those of one kind of machine: the lock file says where programs run whose packages do not', () => {
    let libcs = Object.entries(packages).flatMap(([name, { libc }]) =>
      /@libsql\/linux-/.test(name) ? [[/musl/.test(name) ? 'musl' : 'glibc', libc?.join()]] : [],
    );
    expect(libcs.length).toBeGreaterThan(3);
    for (let [expected, said] of libcs) expect(said).toBe(expected);
    expect(packages['node_modules/@tailwindcss/oxide-wasm32-wasi']?.cpu).toEqual(['wasm32']);
  });

  it('have one esbuild, the one that Vite asks for, and one zod of the product', () => {
    let places = Object.keys(packages).filter((name) => /node_modules\/(esbuild|zod)$/.test(name));
    expect(places).toEqual(['node_modules/esbuild', 'node_modules/knip/node_modules/zod', 'node_modules/zod']);
    expect(packages['node_modules/esbuild']?.version).toMatch(/^0\.25\./);
  });
});

describe('the Node versions of package.json', () => {
  let { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };

  it('are accepted by every package that is installed everywhere', () => {
    let versions = ['20.19.0', '22.12.0', '24.0.0', '26.0.0'].filter((version) => satisfies(version, engines.node));
    expect(versions).toHaveLength(4);
    let narrower = Object.entries(packages).filter(
      ([name, { engines: own, optional }]) =>
        name && !optional && own?.node && !versions.every((version) => satisfies(version, own.node!)),
    );
    expect(narrower.map(([name]) => name)).toEqual([]);
  });

  it.each(['18.20.8', '20.18.3', '20.19.0', '21.7.3', '22.11.0', '22.12.0', '23.0.0', '26.1.0'])(
    'decide whether a program starts on Node %s, with a sentence if it does not',
    (version) => {
      let pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`;
      let { status, stderr } = spawnSync(process.execPath, ['--import', pretend, 'tools/node-version.mjs'], {
        encoding: 'utf8',
      });
      if (satisfies(version, engines.node)) return expect([status, stderr]).toEqual([0, '']);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        new RegExp(`^Landfall needs Node 20\\.19, 22\\.12 or later, and this is Node ${version}\\. .*\n$`),
      );
    },
  );

  it('are listed in the README', () => {
    expect(readFileSync('README.md', 'utf8')).toContain('Node 20.19 or newer, or 22.12 or newer');
    expect(engines.node).toBe('^20.19.0 || >=22.12.0');
  });
});
