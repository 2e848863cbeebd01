/** Archives of everything an owner has: what is in them, who gets them, when they end. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivesApi, Archive } from 'contract/exports/archives';
import { auditApi } from 'contract/admin/audit';
import { scheduledExportsApi } from 'contract/exports/scheduled-exports';
import { erasureApi } from 'contract/exports/erasure';
import { importsApi, type ImportResult } from 'contract/exports/imports';
import * as limits from 'contract/floor/limits';
import { archivesPerOwnerMax } from 'gateway/floor/archive-records';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { onePathTokensApi } from 'contract/exports/one-path-tokens';
import { dayMs } from 'contract/floor/time';
import { tokensApi } from 'contract/accounts/tokens';
import { archivedTables, archiveContents } from 'gateway/archives/archive-contents';
import type { Tables } from 'gateway/floor/db/schema';
import { startFakeS3, storageKeys, type FakeS3 } from '../../support/fake-s3';
import { whoMay } from '../../support/authorization';
import { madeEvent } from '../../support/made-event';
import { unpacked } from '../../support/tar';
import type { Caller, World } from '../../support/world';
import { bodyOf, createExportWorld, org } from '../exports/export-world';

const { createArchive, deleteArchive, getArchiveFile, getArchives } = archivesApi;

let s3: FakeS3;
let world: World;
let grace: Caller;

beforeAll(async () => {
  s3 = await startFakeS3();
  ({ world, grace } = await createExportWorld());
});
afterAll(async () => {
  await world.close();
  await s3.close();
});

const folder = () => path.join(world.folder, 'archives');

async function made(by = grace, place: { params: { owner: string } } = org): Promise<Archive> {
  let { id } = await by.ask(createArchive, place);
  await world.gateway.archives.run();
  let { results } = await by.ask(getArchives, place);
  return results.find((one) => one.id === id)!;
}

/**
 * The bytes of an archive; the token of a link instead of that of the caller where one is given.
 */
async function bytesOf(id: string, owner = 'hopper-labs', by = grace, link?: string): Promise<Uint8Array> {
  let address = `http://gateway.invalid/v2/archives/${owner}/${id}/file${link ? `?one_path_token=${link}` : ''}`;
  let headers: Record<string, string> = link ? {} : { authorization: `Bearer ${by.token}` };
  let answer = await world.gateway.api(new Request(address, { headers }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/gzip');
  return new Uint8Array(await answer.arrayBuffer());
}

/** The files of an archive by their names in its folder. */
async function filesIn(id: string, owner?: string, by?: Caller): Promise<Map<string, string>> {
  let files = unpacked(await bytesOf(id, owner, by));
  return new Map([...files].map(([name, text]) => [name.slice(name.indexOf('/') + 1), text]));
}

describe('an archive', () => {
  it('has records and events of its owner, and nothing of others', async () => {
    let ada = await world.as('ada');
    let hidden = { type: 'docker' as const, name: 'ada-secret-tool', backend_registry: 'registry.example' };
    await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body: hidden });
    let archive = await made();
    expect(archive).toMatchObject({ status: 'done', requested_by: 'grace', events: 5, reason: null });
    expect(archive.files_done).toBe(archive.files_total);
    let bytes = await bytesOf(archive.id);
    expect(archive.bytes).toBe(bytes.byteLength);
    let files = await filesIn(archive.id);
    let read = (name: string) => JSON.parse(files.get(name) ?? '[]') as Record<string, unknown>[];
    expect(files.get('README.txt')).toContain('the organization hopper-labs');
    expect(
      read('packages.json')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['engine', 'notes']);
    expect(read('pixels.json')).toMatchObject([{ name: 'manual', owner_id: world.ids.get('hopper-labs') }]);
    expect(read('packages.json')[0]!.created_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(read('owners.json')).toMatchObject([{ name: 'hopper-labs', kind: 'organization' }]);
    expect(read('names.json').map(({ name }) => name)).toContain('linus');
    expect(read('audit_events.json').map(({ action }) => action)).toContain('archive-requested');
    let events = [...files].filter(([name]) => name.startsWith('events/')).map(([, text]) => text);
    expect(
      events
        .join('')
        .match(/yesterday|first|last|tomorrow/g)
        ?.sort(),
    ).toEqual(['first', 'last', 'tomorrow', 'yesterday']);
    for (let text of files.values()) expect(text).not.toContain('ada-secret-tool');
  });

  it('of a person has the account and its memberships, and the packages of no organization', async () => {
    let own = { params: { owner: 'grace' } };
    let { id } = await made(grace, own);
    let files = await filesIn(id, 'grace');
    expect(JSON.parse(files.get('users.json')!)).toMatchObject([{ email: 'grace@example.com' }]);
    expect(files.get('names.json')).toContain('hopper-labs');
    expect(files.has('packages.json')).toBe(false);
  });

  it('holds no secret', async () => {
    let secretWords = [storageKeys.secretAccessKey];
    await grace.ask(scheduledExportsApi.createScheduledExport, { ...org, body: bodyOf(s3) });
    let body = { name: 'ci', scopes: ['read' as const] };
    let { token } = (await grace.ask(tokensApi.createApiToken, { params: { username: 'grace' }, body })) as {
      token: string;
    };
    let stored = await world.records.selectFrom('scheduled_exports').select('secret').execute();
    let hashes = await world.records.selectFrom('tokens').select('hash').execute();
    let passwords = await world.records.selectFrom('users').select('password_hash').execute();
    secretWords.push(token, ...stored.map(({ secret }) => secret), ...hashes.map(({ hash }) => hash));
    secretWords.push(...passwords.map(({ password_hash }) => password_hash));
    for (let owner of ['hopper-labs', 'grace']) {
      let files = await filesIn((await made(grace, { params: { owner } })).id, owner);
      let all = [...files.values()].join('\n');
      for (let word of secretWords) if (word) expect(all).not.toContain(word);
    }
    expect((await filesIn((await made()).id)).get('scheduled_exports.json')).toContain(storageKeys.accessKeyId);
  });

  it('names no column of a table that is not there', async () => {
    for (let table of archivedTables) {
      let {
        by,
        without = [],
        json = [],
      } = archiveContents[table] as { by: string[]; without?: string[]; json?: string[] };
      let columns = [...by, ...without, ...json] as never[];
      await world.records
        .selectFrom(table as keyof Tables)
        .select(columns)
        .limit(1)
        .execute();
    }
  });

  it('can be imported again', async () => {
    let { id } = await made();
    let files = await filesIn(id);
    let [, file] = [...files].find(([name]) => name.startsWith('events/'))!;
    let answer = await world.gateway.api(
      new Request('http://gateway.invalid/v2/imports/hopper-labs', {
        method: importsApi.importEvents.method,
        headers: { authorization: `Bearer ${grace.token}`, 'content-type': 'text/csv' },
        body: file,
      }),
    );
    let { stored, known } = (await answer.json()) as ImportResult;
    expect(stored).toBe(0);
    expect(known).toBeGreaterThan(0);
  });

  it('is announced by an email with a link to its page', async () => {
    await made();
    let mails = await world.lettersTo('grace@example.com');
    let mail = mails.findLast(({ subject }) => subject === 'The backup of hopper-labs is ready');
    expect(mail?.text).toContain('http://dashboard.test/organizations/hopper-labs/archive');
  });

  it('and its download are in the audit log', async () => {
    let { id } = await made();
    await bytesOf(id);
    let action = ['archive-requested', 'archive-downloaded'] as const;
    let { results } = await grace.ask(auditApi.getAuditEvents, { ...org, query: { action: [...action] } });
    expect(results.slice(0, 2).map((event) => [event.action, event.actor])).toEqual([
      ['archive-downloaded', 'grace'],
      ['archive-requested', 'grace'],
    ]);
  });
});

describe('archives are limited', () => {
  it('to one that is made at a time, and to the newest few', async () => {
    let { id } = await grace.ask(createArchive, org);
    expect((await grace.refusal(createArchive, org)).code).toBe('archive-is-being-made');
    expect((await grace.refusal(getArchiveFile, { params: { owner: 'hopper-labs', id: 'x' } })).code).toBe(
      'archive-not-found',
    );
    await world.gateway.archives.run();
    let later = [id];
    for (let i = 0; i < archivesPerOwnerMax; i++) later.unshift((await made()).id);
    let { results } = await grace.ask(getArchives, org);
    expect(results.map((one) => one.id)).toEqual(later.slice(0, archivesPerOwnerMax));
    await world.gateway.archives.run();
    expect(existsSync(path.join(folder(), `${id}.tar.gz`))).toBe(false);
    expect(existsSync(path.join(folder(), `${later[0]}.tar.gz`))).toBe(true);
  });
});

describe('the file of an archive', () => {
  it('is given by a link for two minutes', async () => {
    let { id } = await made();
    let body = { path: `/v2/archives/hopper-labs/${id}/file` };
    let { token } = await grace.ask(onePathTokensApi.createOnePathToken, { body });
    expect((await bytesOf(id, 'hopper-labs', grace, token)).byteLength).toBeGreaterThan(100);
    let address = `http://gateway.invalid${body.path}?one_path_token=${token}`;
    world.later(limits.onePathTokenMs + 1);
    expect((await world.gateway.api(new Request(address))).status).toBe(401);
  });

  it('ends after its days', async () => {
    let { id, ends_at } = await made();
    await world.runs(Date.parse(ends_at) - world.now() - 1_000);
    await world.gateway.archives.run();
    expect((await grace.ask(getArchives, org)).results.map((one) => one.id)).toContain(id);
    world.later(dayMs);
    await world.gateway.archives.run();
    expect((await grace.ask(getArchives, org)).results).toEqual([]);
    expect(readdirSync(folder()).filter((name) => name.startsWith(id))).toEqual([]);
    let params = { owner: 'hopper-labs', id };
    expect((await grace.refusal(getArchiveFile, { params })).code).toBe('archive-not-found');
  });

  it('ends when it is deleted, and with its owner', async () => {
    let { id } = await made();
    await grace.call(deleteArchive, { params: { owner: 'hopper-labs', id } });
    let body = { name: 'short-lived', billing_email: 'bills@example.com' };
    await grace.ask(organizationsApi.createOrganization, { body });
    let other = await made(grace, { params: { owner: 'short-lived' } });
    await grace.call(organizationsApi.deleteOrganization, { params: { name: 'short-lived' } });
    await world.gateway.archives.run();
    expect(readdirSync(folder()).filter((name) => name.startsWith(id) || name.startsWith(other.id))).toEqual([]);
  });

  it('ends when something of its owner is erased, and the next one lacks that', { tags: 'slow' }, async () => {
    let ownerId = world.ids.get('hopper-labs')!;
    let beta = { ownerId, companyName: 'Beta', companyDomain: 'beta.example', version: 'of-beta' };
    let body = { type: 'docker' as const, name: 'newest', backend_registry: 'ghcr.io' };
    let { id: artifactId } = await grace.ask(packagesApi.createPackage, { ...org, body });
    await world.events.append([madeEvent({ ...beta, artifactId, time: world.now() })]);
    let before = await made();
    expect([...(await filesIn(before.id)).values()].join('')).toContain('of-beta');
    await grace.ask(erasureApi.eraseCompany, { params: { owner: 'hopper-labs', domain: 'beta.example' } });
    let params = { owner: 'hopper-labs', id: before.id };
    expect((await grace.refusal(getArchiveFile, { params })).code).toBe('archive-not-found');
    let after = await filesIn((await made()).id);
    expect([...after].filter(([name]) => name.startsWith('events/')).join('')).not.toContain('of-beta');
  });

  it('that a process left incomplete is created again', async () => {
    let { id } = await grace.ask(createArchive, org);
    writeFileSync(path.join(folder(), `${id}.unfinished`), 'a part');
    await world.gateway.archives.run();
    expect((await filesIn(id)).has('README.txt')).toBe(true);
    expect(existsSync(path.join(folder(), `${id}.unfinished`))).toBe(false);
  });
});

whoMay(Object.values(archivesApi));
