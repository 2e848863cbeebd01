/** Events of an earlier version get companies by the current rules, if these are certain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Event } from 'contract/event-fields';
import { madeEvent } from '../../../support/made-event';
import { openEventStore } from '../../../support/event-store';
import { packages } from '../random-events';
import { companyNamingRules } from 'server/open-events';

const until = Date.UTC(2026, 2, 12);
let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'relabel-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function from(companyName: string, fields: Partial<Event> = {}): Event {
  let connectionType = 'business' as const;
  return madeEvent({
    artifactId: packages[0]!,
    time: until - 1,
    companyName,
    connectionType,
    confidence: 0.4,
    ...fields,
  });
}

const later = [
  'network',
  'file_extension',
  'request_path',
  'client_version',
  'runtime',
  'installer',
  'arch',
  'libc',
  'ci_provider',
  'fallback',
  'counted',
  'counting_rule',
];

/** Stores events in the format of version 4. */
async function storedBefore(events: Event[]): Promise<void> {
  let store = await openEventStore({ folder });
  await store.load(events);
  await store.close();
  let instance = await DuckDBInstance.create(path.join(folder, 'events.duckdb'));
  let connection = await instance.connect();
  await connection.run(
    later.map((name) => `ALTER TABLE events DROP COLUMN ${name}`).join('; ') + '; UPDATE store SET version = 4',
  );
  connection.closeSync();
  instance.closeSync();
}

async function events(): Promise<Event[]> {
  let store = await openEventStore({ folder, rules: companyNamingRules() });
  let found: Event[] = [];
  let query = { artifactType: 'package', artifactIds: packages, from: 0, until } as const;
  for await (let batch of store.export(query)) found.push(...batch);
  await store.close();
  return found;
}

test.each([
  ['Societe Francaise Du Radiotelephone - SFR SA', 'isp'],
  ['TIM S/A', 'isp'],
  ['Free SAS', 'isp'],
  ['Virgin Media Limited', 'isp'],
  ['Renater', 'research'],
  ['31173 Services AB', 'vpn'],
  ['Censys, Inc.', 'crawler'],
])('%s is removed as a company, and its network is %s', async (name, connectionType) => {
  await storedBefore([from(name, { companyDomain: 'x.example' })]);
  let unnamed = { connectionType, companyName: '', companyDomain: '', confidence: null };
  expect(await events()).toMatchObject([unnamed]);
  expect(await events()).toMatchObject([unnamed]);
});

test('downloads by GitHub’s image proxy and by crawlers have no company', async () => {
  let named = { companyName: 'GitHub, Inc.', companyDomain: 'github.com', confidence: 0.9 };
  await storedBefore([
    from('GitHub, Inc.', { ...named, userAgent: 'github-camo (876de43e)' }),
    from('GitHub, Inc.', { ...named, userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }),
    from('GitHub, Inc.', { ...named, userAgent: 'docker/24.0.7' }),
  ]);
  expect((await events()).map(({ companyName }) => companyName)).toEqual(['', '', 'GitHub, Inc.']);
});

test('a company keeps its name with the confidence measured for its rule, and a guess stays a guess', async () => {
  await storedBefore([
    from('Robert Bosch GmbH', { companyDomain: 'bosch.com', confidence: 0.9 }),
    from('Qwertz Holding', { confidence: 0.4 }),
    from('Amazon Web Services', { connectionType: 'hosting', confidence: 0.9 }),
  ]);
  expect(await events()).toMatchObject([
    { companyName: 'Robert Bosch GmbH', companyDomain: 'bosch.com', confidence: 0.99 },
    { companyName: 'Qwertz Holding', confidence: 0.4 },
    { companyName: 'Amazon Web Services', connectionType: 'hosting', confidence: 0.9 },
  ]);
});
