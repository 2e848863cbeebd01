/**
 * The weekly mail about leads: its recipients, once a week, and only if there is something to
 * report.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { weekMs } from 'contract/floor/time';
import { leadQuestionnaireApi } from 'contract/companies/lead-questionnaire';
import { packagesApi } from 'contract/packages/packages';
import { createDataProvider } from 'gateway/reports/data-provider/data-provider';
import { mondayOf, sendLeadReports, type LeadReportServices } from 'gateway/leads/lead-report-job';
import { createMail, type Mail } from 'gateway/floor/mail/mail';
import { createSecretSealer } from 'gateway/floor/sealer';
import { type Letter, readLetter } from '../../support/outbox';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const log = pino({ level: 'silent' });
let world: World;
let sent: Letter[] = [];
let outbox: string;
let mail: Mail;
let now: number;
let parts: LeadReportServices;

beforeAll(async () => {
  world = await createWorld();
  now = mondayOf(world.now()) + weekMs;
  let { records, events } = world;
  let clock = () => now;
  let dataProvider = createDataProvider({
    records,
    sealer: createSecretSealer(['s'], 'x'),
    provider: undefined,
    clock,
    log,
  });
  outbox = mkdtempSync(path.join(tmpdir(), 'leads-'));
  mail = createMail({
    place: { outbox },
    from: 'Landfall <no-reply@landfall.test>',
    publicUrl: 'https://stats.example.com',
    records,
    sealer: createSecretSealer(['s'], 'x'),
    clock,
    log,
  });
  parts = { records, events, mail, dataProvider, publicUrl: 'https://stats.example.com', clock, log };
});
afterAll(async () => {
  await mail.close();
  await world.close();
  rmSync(outbox, { recursive: true });
});

async function sendings(): Promise<string[]> {
  await Promise.all([sendLeadReports(parts), sendLeadReports(parts)]);
  await mail.idle();
  let files = readdirSync(outbox).map((name) => path.join(outbox, name));
  sent = files.map((file) => readLetter(readFileSync(file, 'utf8')));
  for (let file of files) rmSync(file);
  return sent.map(({ to }) => to).sort();
}

it('a week begins on Monday at 08:00 UTC', () => {
  expect(new Date(mondayOf(Date.parse('2026-11-22T23:00:00Z'))).toISOString()).toBe('2026-11-16T08:00:00.000Z');
  expect(new Date(mondayOf(Date.parse('2026-11-23T08:00:00Z'))).toISOString()).toBe('2026-11-23T08:00:00.000Z');
  expect(new Date(mondayOf(Date.parse('2026-11-23T07:59:59Z'))).toISOString()).toBe('2026-11-16T08:00:00.000Z');
});

// @spec 1: Lead generation: weekly list by email
it('is sent to the readers set in the questionnaire, once a week, when there are leads', async () => {
  let grace = await world.as('grace');
  let params = { owner: 'hopper-labs' };
  let answer = (report_to: 'nobody' | 'owners' | 'admins') =>
    grace.ask(leadQuestionnaireApi.saveLeadQuestionnaire, { params, body: { report_to } });
  await answer('admins');
  expect(await sendings()).toEqual([]);

  let body = { type: 'docker' as const, name: 'tool', backend_registry: 'ghcr.io' };
  let { id } = await grace.ask(packagesApi.createPackage, { params, body: body as never });
  let acme = { companyName: 'Acme <b>', companyDomain: 'acme.example', confidence: 0.9, country: 'DE' };
  await world.events.append([madeEvent({ artifactId: id, time: world.now() - 1_000, ...acme })]);
  expect(await sendings()).toEqual([]);

  now += weekMs;
  expect(await sendings()).toEqual(['grace@example.com', 'mary@example.com']);
  expect(sent[0]?.subject).toBe('Qualified leads this week: 1 company at hopper-labs');
  expect(sent[0]?.text).toMatch(
    /Acme <b> \(acme\.example\): score \d+ \(one package\), investigation, 1 download, 0 views, DE/,
  );
  expect(sent[0]?.text).toContain('https://stats.example.com/organizations/hopper-labs/lead-generation');
  expect(sent[0]?.html).toContain('Acme &lt;b&gt;');
  expect(await sendings()).toEqual([]);

  now += weekMs;
  await answer('owners');
  expect(await sendings()).toEqual(['grace@example.com']);
  now += weekMs;
  await answer('nobody');
  expect(await sendings()).toEqual([]);
});

it('is sent to a person for their own account, not to an unconfirmed address', async () => {
  let ada = await world.as('ada');
  let params = { owner: 'ada' };
  let body = { type: 'docker' as const, name: 'tool', backend_registry: 'ghcr.io' };
  let { id } = await ada.ask(packagesApi.createPackage, { params, body: body as never });
  await ada.ask(leadQuestionnaireApi.saveLeadQuestionnaire, { params, body: { report_to: 'owners', active_days: 90 } });
  let acme = { companyName: '', companyDomain: 'acme.example', confidence: 0.9 };
  await world.events.append([madeEvent({ artifactId: id, time: world.now() - 1_000, ...acme })]);
  now += weekMs;
  expect(await sendings()).toEqual(['ada@example.com']);
  expect(sent[0]?.text).toContain('https://stats.example.com/account/lead-generation');
  await world.records.updateTable('users').set({ email_verified_at: null }).execute();
  now += weekMs;
  expect(await sendings()).toEqual([]);
});
