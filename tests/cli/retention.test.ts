/** `landfall retention`: how long things are kept. */
import { expect, it, vi } from 'vitest';
import { openRecords } from 'gateway/floor/db/open';
import { seedPeople } from 'gateway/demo/people';
import { CommandError } from '../../cli/command-error';
import { retentionCommand } from '../../cli/retention';
import { commandLine } from '../support/command-line';

const cli = commandLine();

async function withPeople(): Promise<void> {
  let records = await openRecords({ folder: cli.folder });
  await seedPeople(records, Date.now());
  await records.destroy();
}

it('lists how long things are kept, and the owners whose events are kept for less', async () => {
  await withPeople();
  await retentionCommand([]);
  expect(cli.said).toBe(
    'Events are kept forever (EVENT_DAYS), the audit log for 365 days (AUDIT_DAYS), emails in the outbox for 7 days.\n',
  );
  await retentionCommand(['set', 'ada', '90']);
  vi.stubEnv('EVENT_DAYS', '30');
  cli.said = '';
  await retentionCommand([]);
  expect(cli.said).toMatch(/^Events are kept for 30 days.*\n {2}ada: events for 30 days\n$/);
});

it('sets the days of an owner, writes that to the audit log, and takes them back', async () => {
  await withPeople();
  await retentionCommand(['set', 'Ada', '1']);
  await retentionCommand(['set', 'ada', 'default']);
  expect(cli.said).toBe('Events of Ada are kept for 1 day.\nEvents of ada are kept forever.\n');
  let records = await openRecords({ folder: cli.folder });
  expect(await records.selectFrom('event_retentions').selectAll().execute()).toEqual([]);
  let log = await records
    .selectFrom('audit_events')
    .select(['owner_name', 'target', 'agent'])
    .where('action', '=', 'event-retention-changed')
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { owner_name: 'ada', target: '1', agent: 'landfall retention' },
    { owner_name: 'ada', target: 'server default', agent: 'landfall retention' },
  ]);
  await records.destroy();
});

it('refuses more days than the installation keeps, and owners that do not exist', async () => {
  await withPeople();
  vi.stubEnv('EVENT_DAYS', '30');
  await expect(retentionCommand(['set', 'ada', '31'])).rejects.toThrow(/30|fewer/);
  await expect(retentionCommand(['set', 'nobody', '3'])).rejects.toThrow('No account named nobody.');
});

it.each([[['set', 'ada']], [['set', 'ada', 'many']], [['set', 'ada', '0']], [['clear']], [['--all']]])(
  '%j is refused with the usage',
  async (args) => {
    await expect(retentionCommand(args)).rejects.toThrow(CommandError);
  },
);
