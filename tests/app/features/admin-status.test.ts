/** The status page against a real gateway, and its number formats. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { InstallationStatus } from 'contract/admin/installation';
import { bytesText, durationText } from 'app/features/admin/bytes-and-durations';
import { readStatus } from 'app/features/admin/status.server';
import type { Call } from 'app/gateway/gateway-client.server';
import { action as sendMail, loader as page } from 'app/routes/_app.admin.status';
import { browserOf, refusalOf, type Browser } from '../../support/dashboard';
import { startMailServer, type MailServer } from '../../support/mail-server';
import { createWorld, type World } from '../../support/world';

let world: World;
let root: Browser;
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
  world = await createWorld({ installation: { version: '1.2.3' }, smtpUrl: server.url });
  root = await browserOf(world, 'root');
});
afterAll(async () => {
  await world.close();
  await server.close();
});

/** The value of a label in a section of the page. Undefined without that label. */
async function fact(part: string, label: string) {
  let { parts } = await root.open(page, {});
  let { facts = [] } = parts.find(({ title }) => title === part) ?? {};
  return facts.find((one) => one.label === label);
}

test('shows known values, and a sentence for unknown ones', async () => {
  expect(await fact('Version', 'Landfall')).toMatchObject({ text: '1.2.3' });
  expect((await fact('Version', 'Commit'))?.text).toMatch(/^Not known: /);
  expect((await fact('Records', 'Tables'))?.text).toMatch(/^Up to date: \d+ steps, the last is /);
  expect(await fact('Records', 'People')).toMatchObject({ text: '5' });
  expect(await fact('Events', 'Oldest')).toEqual({ label: 'Oldest', text: 'None yet' });
  expect(await fact('Company data', 'IP databases')).toMatchObject({ isBad: true });
  let { parts, jobs } = await root.open(page, {});
  expect(parts.find(({ title }) => title === 'Disk')?.unknown).toBe('The data folder could not be read.');
  expect(jobs.map(({ name }) => name)).toContain('Scheduled exports');
});

test('sends a test mail and shows the mail server’s answer', async () => {
  let sent = (await (await root.post(sendMail, {})).json()) as { result: { to: string; failure: string | null } };
  expect(sent.result).toMatchObject({ to: 'root@example.com', failure: null });
  server.refuse(1);
  let refused = (await (await root.post(sendMail, {})).json()) as typeof sent;
  expect(refused.result.failure).toContain('451 Try again later');
  expect((await fact('Email', 'What was said'))?.text).toContain('451 Try again later');
  expect(server.taken).toHaveLength(1);
});

test('is refused to everyone except platform admins', async () => {
  let grace = await browserOf(world, 'grace');
  expect(await refusalOf(grace.open(page, {}))).toMatchObject({ status: 403 });
  expect((await grace.post(sendMail, {})).status).toBe(403);
});

test('highlights what needs attention', async () => {
  let status: InstallationStatus = {
    now: '2026-06-01T00:00:00.000Z',
    version: null,
    commit: null,
    node: 'v22.12.0',
    zone_rules: '2026b',
    platform: 'linux x64',
    started_at: '2026-05-01T00:00:00.000Z',
    memory: { resident: 1, heap_used: 1, heap_limit: 1, machine_free: 1, machine_total: 1 },
    disk: { folder: '/data', free: 5, total: 100, used: null, parts: [] },
    records: null,
    events: { count: 20_000, oldest: null, newest: null, waiting: 15_001, last_event: 4_999 },
    journal: {
      problem: 'Events cannot be written.',
      lag: { bytes: 1_200_000, oldest_at: '2026-05-31T23:59:00.000Z' },
      losses: {
        count_id: 'a',
        events: 12,
        at_risk: 3,
        unseen: {
          events: 2,
          since: '2026-05-31T00:00:00.000Z',
          until: '2026-05-31T01:00:00.000Z',
          reasons: ['disk-full'],
        },
      },
      damage: { count_id: 'b', lines: 1, missing: 4, refused: 0, folder: '/data/damaged', unseen: null },
    },
    company_data: {
      sources: [
        { about: 'networks', name: 'networks', version: '1', made_at: '2025-06-01T00:00:00.000Z', problem: null },
        { about: 'places', name: 'countries', version: '2', made_at: null, problem: 'CITY_DATABASE cannot be read.' },
      ],
      profiles: 0,
      oldest_profile_at: null,
    },
    visitor_ids: { rotation: 'never', ends_at: null, is_first_salt: true },
    exports: { open: 0, failed: 2 },
    mail: {
      way: 'smtp',
      place: 'mail.example.com:587',
      waiting: 3,
      failed: 1,
      troubled: [
        {
          id: 'e',
          to: 'ada@example.com',
          subject: 'Reset your password',
          attempts: 2,
          created_at: '2026-05-30T00:00:00.000Z',
          next_at: null,
          reason: '550 no such user',
        },
      ],
      last_delivered_at: '2026-05-30T00:00:00.000Z',
      last_failure: { at: '2026-05-31T00:00:00.000Z', words: '535 no' },
    },
    jobs: [],
  };
  let { parts, emails } = await readStatus((async () => status) as unknown as Call);
  let bad = parts.flatMap(({ facts }) => facts.filter(({ isBad }) => isBad).map(({ label }) => label));
  expect(bad).toEqual([
    'Free',
    'Journal',
    'Storing',
    'Lost',
    'In memory alone',
    'Salts',
    'Networks',
    'Places',
    'Not delivered',
    'What was said',
  ]);
  expect(emails).toMatchObject([{ to: 'ada@example.com', reason: '550 no such user', next: null }]);
  let { facts = [] } = parts.find(({ title }) => title === 'Events') ?? {};
  expect(facts).toContainEqual({ label: 'Not stored yet', text: '1.2 MB, the oldest event has waited 1 minute' });
  expect(facts).toContainEqual({
    label: 'Damaged',
    text: '1 line cannot be read, 4 events are missing.',
    isBad: false,
  });
  expect(parts.find(({ title }) => title === 'Visitor IDs')?.facts[0]).toEqual({
    label: 'New salts',
    text: 'Never: a source is the same one over any range.',
  });
  expect(parts.find(({ title }) => title === 'Records')?.unknown).toBe('The store of records did not answer.');
});

describe('amounts', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 kB'],
    [12_345, '12 kB'],
    [1_234_567, '1.2 MB'],
    [3_000_000_000, '3.0 GB'],
  ])('%i bytes are formatted', (bytes, words) => expect(bytesText(bytes)).toBe(words));

  it.each([
    [0.4, '0.4 ms'],
    [250, '250 ms'],
    [1_000, '1 second'],
    [61_000, '1 minute 1 second'],
    [86_400_000, '1 day'],
    [3 * 86_400_000 + 5 * 3_600_000 + 1, '3 days 5 hours'],
  ])('%d ms are formatted', (ms, words) => expect(durationText(ms)).toBe(words));
});
