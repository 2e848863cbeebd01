/** What processes on several machines share: secrets, and the periods of visitors' ids. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { createIdentify } from 'edge/identity';
import type { EdgeRequest } from 'edge/requests/edge-request';
import { seedPeople } from 'gateway/demo/people';
import { openRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { openInstallationClock } from 'gateway/floor/installation-clock';
import { installationSecrets } from '../../server/secrets';
import { refuseOtherKey, sharedSealer, sharedSecrets } from '../../server/shared-secrets';
import { openSharedPeriods } from '../../server/shared-periods';
import { openVisitorSalts, type StoredSalts } from '../../server/visitor-salts';

const log = pino({ level: 'silent' });
const key = 'a-key-of-the-tests-0123456789-0123456789';
const otherKey = 'another-key-of-the-tests-0123456789-0123';
let folders: string[];
let records: Records;
let opened: StoredSalts[];
beforeEach(async () => {
  folders = ['records', 'one', 'two'].map((name) => mkdtempSync(path.join(tmpdir(), `${name}-`)));
  records = await openRecords({ folder: folders[0]! });
  opened = [];
});
afterEach(async () => {
  for (let salts of opened) salts.close();
  await records.destroy();
  for (let folder of folders) rmSync(folder, { recursive: true });
});

const secretsOf = (node: number, keys = [key]) =>
  sharedSecrets(records, { SECRETS_ENCRYPTION_KEY: keys, DATA_DIR: folders[node]! });

describe('the secrets', () => {
  it('are the same for all processes, and sealed', async () => {
    let [one, two] = await Promise.all([secretsOf(1), secretsOf(2)]);
    expect(one).toEqual(two);
    let notes = JSON.stringify(await records.selectFrom('notes').selectAll().execute());
    expect(notes).not.toContain(one.salt);
    expect(notes).not.toContain(one.session);
  });

  it('are those of the machine that the installation ran on before', async () => {
    await seedPeople(records, Date.now());
    await expect(secretsOf(1)).rejects.toThrow(/Copy secrets\.json from the previous machine/);
    let before = installationSecrets(folders[1]!);
    expect(await secretsOf(1)).toEqual(before);
    expect(await secretsOf(2)).toEqual(before);
  });

  it('are refused to another key, by the name of the setting', async () => {
    await secretsOf(1);
    await expect(secretsOf(2, [otherKey])).rejects.toThrow(
      /^Settings: SECRETS_ENCRYPTION_KEY cannot decrypt the secrets/,
    );
  });

  it('are looked at by a node that keeps a copy, before it seals anything', async () => {
    let other = sharedSealer({ SECRETS_ENCRYPTION_KEY: [otherKey] });
    await refuseOtherKey(records, other);
    await secretsOf(1);
    await refuseOtherKey(records, sharedSealer({ SECRETS_ENCRYPTION_KEY: [otherKey, key] }));
    await expect(refuseOtherKey(records, other)).rejects.toThrow(
      /^Settings: SECRETS_ENCRYPTION_KEY cannot decrypt the secrets/,
    );
  });

  it('are sealed again when a new key comes first', async () => {
    let before = await secretsOf(1);
    expect(await secretsOf(1, [otherKey, key])).toEqual(before);
    expect(await secretsOf(2, [otherKey])).toEqual(before);
  });
});

describe('the period of visitors', () => {
  const has = { packages: {}, pixels: [], pixelHosts: [] };
  const request = { address: '192.0.2.1', userAgent: 'curl/8.4.0', language: '' } as EdgeRequest;
  let now: number;
  beforeEach(() => void (now = Date.parse('2026-11-22T09:30:00Z')));

  async function startNode(folder: string, isConnected = true) {
    let periods = openSharedPeriods(folder);
    let fetch = () =>
      periods.fetch(records, sharedSealer({ SECRETS_ENCRYPTION_KEY: [key] }), { rotation: 'daily', now });
    if (isConnected) await fetch();
    let parts = { rotation: 'daily' as const, firstSalt: () => undefined, periods, clock: () => now, log };
    let salts = openVisitorSalts(folder, parts);
    opened.push(salts);
    salts.take(new Map([['ada', has]]));
    return { salts, fetch, seen: () => createIdentify(salts)(request, 'ada', now) };
  }

  it('gives a visitor one id at all nodes', async () => {
    let [one, two] = [await startNode(folders[1]!), await startNode(folders[2]!)];
    expect(one.seen()).toEqual(two.seen());
    expect(createIdentify(one.salts)(request, 'grace', now).originId).not.toBe(one.seen().originId);
  });

  it('is sealed again when a new key comes first', async () => {
    await startNode(folders[1]!);
    let sealer = (keys: string[]) => sharedSealer({ SECRETS_ENCRYPTION_KEY: keys });
    await openSharedPeriods(folders[1]!).fetch(records, sealer([otherKey, key]), { rotation: 'daily', now });
    let two = openSharedPeriods(folders[2]!);
    await two.fetch(records, sealer([otherKey]), { rotation: 'daily', now });
    expect(two.of('daily', now)).toEqual(openSharedPeriods(folders[1]!).of('daily', now));
  });

  it('begins at all nodes alike while PostgreSQL is away', async () => {
    let [one, two] = [await startNode(folders[1]!), await startNode(folders[2]!)];
    let before = one.seen();
    now += dayMs;
    expect(one.seen()).toEqual(two.seen());
    expect(one.seen().originId).not.toBe(before.originId);
    expect(one.seen().idPeriod).toBe('2026-11-23T00:00:00Z/2026-11-24');
  });

  it('is taken up by a node that did not know it', async () => {
    let one = await startNode(folders[1]!);
    let two = await startNode(folders[2]!, false);
    expect(two.seen()).not.toEqual(one.seen());
    await two.fetch();
    two.salts.share();
    expect(two.seen()).toEqual(one.seen());
  });

  it('is forgotten a day after its end, and kept nowhere in plain text', async () => {
    let { fetch } = await startNode(folders[1]!);
    let { periods } = JSON.parse(readFileSync(path.join(folders[1]!, 'edge', 'periods.json'), 'utf8')) as {
      periods: { secret: string }[];
    };
    let stored = async () => JSON.stringify(await records.selectFrom('notes').selectAll().execute());
    expect(await stored()).not.toContain(periods[0]!.secret);
    expect(await stored()).toContain('visitors daily 1795478400000');
    // Nothing is forgotten by age before the clock was compared.
    let clock = await openInstallationClock(records, () => now, log);
    await clock.look(async () => null);
    clock.close();
    now += 3 * dayMs;
    await fetch();
    expect(await stored()).not.toContain('visitors daily 1795478400000');
  });
});
