/** The `landfall` command, run against its own installation. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs, time } from 'contract/floor/time';
import { byAge } from 'gateway/floor/installation-clock';
import { findOneTime } from 'gateway/people/accounts/one-time-secrets';
import { openRecords } from 'gateway/floor/db/open';
import { featuresOf, findUserByLogin } from 'gateway/floor/owners';
import { issueToken, platformAdminFeature } from 'gateway/people/accounts/tokens';
import { commandLine } from 'tests/support/command-line';
import { adminCommand } from '../../cli/admin';
import { CommandError } from '../../cli/command-error';

const cli = commandLine();
beforeEach(() => void vi.stubEnv('PUBLIC_URL', 'https://stats.example.com'));

describe('landfall admin', () => {
  it('create makes a platform admin and prints the link to set a password', async () => {
    await adminCommand(['create', 'operator', 'operator@example.com']);
    let token = /https:\/\/stats\.example\.com\/reset-password\/(\S+)/.exec(cli.said)?.[1] ?? '';
    expect(token).not.toBe('');

    let records = await openRecords({ folder: cli.folder });
    let link = await findOneTime(records, 'reset-password', token, Date.now());
    let user = await findUserByLogin(records, 'operator');
    expect(link?.user_id).toBe(user?.id);
    expect(user?.email_verified_at).not.toBeNull();
    expect(await featuresOf(records, user?.id ?? '')).toEqual([platformAdminFeature]);
    await records.destroy();
  });

  it('sign-out ends the sessions of one person, sign-out-all those of everyone, and API tokens are kept', async () => {
    for (let name of ['ada', 'grace']) await adminCommand(['create', name, `${name}@example.com`]);
    let records = await openRecords({ folder: cli.folder });
    let [ada, grace] = [await findUserByLogin(records, 'ada'), await findUserByLogin(records, 'grace')];
    for (let { id } of [ada!, grace!])
      for (let kind of ['session', 'session', 'api'] as const) await issueToken(records, id, kind, Date.now());
    let left = async () => {
      let rows = await records.selectFrom('tokens').select(['user_id', 'kind']).execute();
      return rows.map(({ user_id, kind }) => `${user_id === ada!.id ? 'ada' : 'grace'} ${kind}`).sort();
    };
    await adminCommand(['sign-out', 'ada']);
    expect(await left()).toEqual(['ada api', 'grace api', 'grace session', 'grace session']);
    await adminCommand(['sign-out-all']);
    expect(await left()).toEqual(['ada api', 'grace api']);
    expect(cli.said).toContain('Ended 2 sessions of ada.\nEnded 2 sessions of all accounts.\n');
    let log = records.selectFrom('audit_events').select('owner_name').where('action', '=', 'session-revoked');
    expect((await log.orderBy('id').execute()).map(({ owner_name }) => owner_name)).toEqual(['ada', null]);
    await records.destroy();
  });

  it('confirm-clock says that a clock is right that has jumped, as the button on /admin does', async () => {
    await adminCommand(['create', 'operator', 'operator@example.com']);
    cli.said = '';
    await adminCommand(['confirm-clock']);
    expect(cli.said).toMatch(/^The clock is not in doubt\. It shows 20/);
    let records = await openRecords({ folder: cli.folder });
    let before = Date.now() - 400 * dayMs;
    let note = { name: 'last time seen', text: JSON.stringify({ time: before }) };
    await records.updateTable('notes').set(note).where('name', '=', note.name).execute();
    let deleted = 0;
    let deletes = () => byAge(records, Date.now(), async () => void deleted++);
    await deletes();
    cli.said = '';
    await adminCommand(['confirm-clock']);
    expect(cli.said).toContain(`the last time before its jump was ${time(before)}.`);
    await deletes();
    expect(deleted).toBe(1);
    let log = records
      .selectFrom('audit_events')
      .select(['actor_name', 'agent'])
      .where('action', '=', 'clock-confirmed');
    expect(await log.execute()).toEqual([{ actor_name: null, agent: 'landfall admin' }]);
    await records.destroy();
  });

  it('suspend blocks a person, except the last administrator, and lift unblocks them', async () => {
    for (let name of ['ada', 'grace']) await adminCommand(['create', name, `${name}@example.com`]);
    cli.said = '';
    await adminCommand(['suspend', 'Ada', 'Lost laptop']);
    await adminCommand(['suspend', 'ada']);
    await expect(adminCommand(['suspend', 'grace'])).rejects.toThrow('This is the last platform admin.');
    let records = await openRecords({ folder: cli.folder });
    expect((await findUserByLogin(records, 'ada'))?.suspended_at).not.toBeNull();
    await adminCommand(['lift', 'ada']);
    await adminCommand(['lift', 'ada']);
    expect((await findUserByLogin(records, 'ada'))?.suspended_at).toBeNull();
    expect(cli.said).toBe(
      'ada is suspended.\nada is suspended already.\nada is no longer suspended.\nada is not suspended.\n',
    );
    let log = await records
      .selectFrom('audit_events')
      .select(['action', 'actor_name', 'owner_name', 'target'])
      .where('action', 'in', ['suspended', 'suspension-lifted'])
      .orderBy('id')
      .execute();
    expect(log.map((line) => Object.values(line))).toEqual([
      ['suspended', null, 'ada', 'Lost laptop'],
      ['suspension-lifted', null, 'ada', ''],
    ]);
    await records.destroy();
    await expect(adminCommand(['suspend'])).rejects.toThrow(CommandError);
    await expect(adminCommand(['suspend', 'ada', 'one', 'two'])).rejects.toThrow(CommandError);
  });

  it('grant and revoke change platform admins, and list shows them', async () => {
    await adminCommand(['list']);
    expect(cli.said).toBe('No platform admins yet.\n');
    await adminCommand(['create', 'operator', 'operator@example.com']);
    await adminCommand(['revoke', 'Operator']);
    cli.said = '';
    await adminCommand(['list']);
    expect(cli.said).toBe('No platform admins yet.\n');
    await adminCommand(['grant', 'operator']);
    await adminCommand(['list']);
    expect(cli.said).toContain('operator is a platform admin.\noperator\toperator@example.com\n');
    let records = await openRecords({ folder: cli.folder });
    let log = await records.selectFrom('audit_events').select(['action', 'agent']).orderBy('id').execute();
    expect(log.map(({ action }) => action)).toEqual([
      'registered',
      'administrator-granted',
      'administrator-revoked',
      'administrator-granted',
    ]);
    await records.destroy();
  });

  it.each([
    ['nobody', 'No account named nobody.'],
    ['', 'Usage:'],
  ])('grant "%s" is refused with a reason', async (name, sentence) => {
    await expect(adminCommand(name ? ['grant', name] : ['grant'])).rejects.toThrow(sentence);
  });

  it.each([
    [['create', 'operator']],
    [['create', 'a b', 'operator@example.com']],
    [['create', 'operator', 'no-address']],
    [['dance']],
    [['list', '--all']],
  ])('%j is refused with the usage', async (args) => {
    await expect(adminCommand(args)).rejects.toThrow(CommandError);
  });

  it('refuses DATABASE_URL with an empty store while the folder contains records', async () => {
    await adminCommand(['create', 'operator', 'operator@example.com']);
    vi.stubEnv('DATABASE_URL', 'postgres://tests@127.0.0.1:1/landfall');
    await expect(adminCommand(['list'])).rejects.toThrow('contains the records of this installation');
  });

  it('create refuses a name that is taken', async () => {
    await adminCommand(['create', 'operator', 'operator@example.com']);
    await expect(adminCommand(['create', 'Operator', 'other@example.com'])).rejects.toThrow(/already/i);
  });
});
