/** `landfall retention`: how long data is kept, and shorter times for events of single owners. */
import { parseArgs } from 'node:util';
import { SetEventRetention } from 'contract/exports/event-retention';
import { eventRetention, setEventDays } from 'gateway/erasure/event-retention';
import { findOwner } from 'gateway/floor/owners';
import type { Records } from 'gateway/floor/db/schema';
import { ApiError } from 'gateway/floor/calls/api-error';
import { openInstallationRecords } from '../server/installation-records';
import * as limits from 'contract/floor/limits';
import { readSettings, type Settings } from '../server/settings';
import { CommandError, requireArguments } from './command-error';

export const retentionUsage = `Usage:
  landfall retention                       Show how long events, emails and the
  audit log are kept, and owners with a shorter event retention.
  landfall retention set <name> <days>     Set the event retention of a person
  or organization.
  landfall retention set <name> default    Use the default retention (EVENT_DAYS).

Older events are permanently deleted within an hour while the server runs.
`;

/** Throws CommandError for wrong usage, and Error for a command that fails. */
export async function retentionCommand(args: string[]): Promise<void> {
  let { positionals } = parsed(args);
  let [action, name = '', days = ''] = positionals;
  if (action !== undefined && action !== 'set') throw new CommandError(`Unknown action: "${action}".`, retentionUsage);
  if (action === 'set') requireArguments(positionals.slice(1), ['name', 'days'], retentionUsage);
  let settings = readSettings(process.env);
  let records = await openInstallationRecords(settings);
  try {
    if (action === 'set') await set(records, settings, name, days);
    else await list(records, settings);
  } catch (error) {
    throw error instanceof ApiError ? new Error(error.message, { cause: error }) : error;
  } finally {
    await records.destroy();
  }
}

function parsed(args: string[]): { positionals: string[] } {
  try {
    return parseArgs({ args, allowPositionals: true });
  } catch (error) {
    throw new CommandError(error, retentionUsage);
  }
}

async function set(records: Records, { EVENT_DAYS }: Settings, name: string, text: string): Promise<void> {
  let read = SetEventRetention.safeParse({ days: text === 'default' ? null : Number(text) });
  if (!read.success) throw new CommandError(`"${text}" is not a number of days.`, retentionUsage);
  let owner = await findOwner(records, name);
  if (!owner) throw new Error(`No account named ${name}.`);
  let act = { actor: null, actingAs: null, address: '', agent: 'landfall retention', time: Date.now() };
  await setEventDays(records, owner, { days: read.data.days, eventDays: EVENT_DAYS }, act);
  let { days } = await eventRetention(records, owner.id, EVENT_DAYS);
  process.stdout.write(`Events of ${name} are kept ${textOf(days)}.\n`);
}

async function list(records: Records, { EVENT_DAYS, AUDIT_DAYS }: Settings): Promise<void> {
  let owners = await records
    .selectFrom('event_retentions')
    .innerJoin('owners', 'owners.id', 'event_retentions.owner_id')
    .select(['owners.name', 'event_retentions.days'])
    .orderBy('owners.name')
    .execute();
  let lines = [
    `Events are kept ${textOf(EVENT_DAYS ?? null)} (EVENT_DAYS), the audit log ${textOf(AUDIT_DAYS)} (AUDIT_DAYS), ` +
      `emails in the outbox ${textOf(limits.outboxDays)}.`,
    ...owners.map(({ name, days }) => `  ${name}: events ${textOf(Math.min(days, EVENT_DAYS ?? days))}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function textOf(days: number | null): string {
  return days === null ? 'forever' : `for ${days} ${days === 1 ? 'day' : 'days'}`;
}
