/** `landfall correct-times`: moves the times of events that were stored while the clock was ahead. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dayMs, hourMs, minuteMs, secondMs, time } from 'contract/floor/time';
import { openStoredTimes, type DatedEvents, type Stretch } from 'gateway/events/duckdb/stored-times';
import { eventsFile } from 'gateway/events/duckdb/engine';
import { recordAudit } from 'gateway/floor/audit';
import { isThere } from '../server/data-folder';
import { openInstallationRecords } from '../server/installation-records';
import { readSettings, type Settings } from '../server/settings';
import { CommandError } from './command-error';

export const correctTimesUsage = `Usage:
  landfall correct-times --back <duration>   Move the times of events back that were
                                             stored while the clock was ahead, such
                                             as 30d or 4d6h30m. Stop the server and
                                             set the clock first.
    --from <time>            Only events with this time or a later one, such as
                             2026-12-24 or 2026-12-24T18:00Z (default: now)
    --until <time>           Only events with an earlier time (default: all)
    --events <first>-<last>  Only events with these numbers
    --check                  List what would move, and change nothing

Events are listed in the order in which they came. Check first, and name the numbers
if others have these times as well. Running it twice moves events twice.
`;

/** Stretches that are listed. */
const listedMax = 20;

/** Throws CommandError for wrong usage. */
export async function correctTimesCommand(args: string[]): Promise<void> {
  let { which, back, isCheck } = parsed(args);
  let settings = readSettings(process.env);
  let folder = path.resolve(settings.DATA_DIR);
  if (settings.EVENTS_URL)
    throw new Error('The events are on ClickHouse, which sorts them by their times and cannot change these.');
  if (!isThere(path.join(folder, eventsFile))) throw new Error(`No ${eventsFile} found in ${folder}. Check DATA_DIR.`);
  let stored = await openStoredTimes(folder);
  try {
    let { all, stretches } = await stored.find(which, listedMax);
    for (let line of linesOf(stretches, all, back)) say(line);
    if (all.until - back > Date.now())
      throw new Error('Some of them would still be later than now. Nothing was changed.');
    if (isCheck || all.events === 0) return;
    await withAudit(settings, all, () => stored.moveBack(which, back));
    say(`Moved ${count(all.events)}. Reports are right after the next start.`);
  } finally {
    await stored.close();
  }
}

function parsed(args: string[]): { which: DatedEvents; back: number; isCheck: boolean } {
  try {
    let text = { type: 'string' } as const;
    let options = { back: text, from: text, until: text, events: text, check: { type: 'boolean' } } as const;
    let { back, from, until, events, check = false } = parseArgs({ args, options }).values;
    if (back === undefined) throw new Error('Missing option: --back');
    let [, first = '0', last = String(Number.MAX_SAFE_INTEGER)] =
      events === undefined ? [] : matched('--events', events, /^(\d{1,15})-(\d{1,15})$/);
    let which = {
      from: from === undefined ? Date.now() : timeOf('--from', from),
      until: until === undefined ? latest : timeOf('--until', until),
      first: Number(first),
      last: Number(last),
    };
    return { which, back: durationOf(back), isCheck: check };
  } catch (error) {
    throw new CommandError(error, correctTimesUsage);
  }
}

/** Of the times that are stored. */
const latest = Date.UTC(9999, 0);

const taken = {
  '--back': 'a duration, such as 30d or 4d6h30m',
  '--from': 'a time, such as 2026-12-24 or 2026-12-24T18:00Z',
  '--until': 'a time, such as 2026-12-24 or 2026-12-24T18:00Z',
  '--events': 'the first and the last number, such as 100-250',
};
type Option = keyof typeof taken;

function unreadable(option: Option, text: string): Error {
  return new Error(`${option} takes ${taken[option]}, not "${text}"`);
}

function matched(option: Option, text: string, pattern: RegExp): RegExpExecArray {
  let found = pattern.exec(text);
  if (!found) throw unreadable(option, text);
  return found;
}

function durationOf(text: string): number {
  let [, ...parts] = matched('--back', text, /^(?=\d)(?:(\d{1,5})d)?(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,5})s)?$/);
  let units = [dayMs, hourMs, minuteMs, secondMs];
  return parts.reduce((sum, number: string | undefined, i) => sum + Number(number ?? 0) * units[i]!, 0);
}

function timeOf(option: Option, text: string): number {
  let found = Date.parse(matched(option, text, /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/)[0]);
  if (Number.isNaN(found)) throw unreadable(option, text);
  return found;
}

function linesOf(stretches: readonly Stretch[], all: Stretch, back: number): string[] {
  if (stretches.length === 0) return ['No event has such a time.'];
  let range = (from: number, until: number) => `${time(from)} to ${time(until)}`;
  let lines = stretches.map(
    ({ first, last, events, from, until }) =>
      `Numbers ${first}-${last}, ${count(events)}: ${range(from, until)}, moved to ${range(from - back, until - back)}`,
  );
  let more = all.events - stretches.reduce((sum, { events }) => sum + events, 0);
  return more > 0 ? [...lines, `And ${count(more)} up to number ${all.last}`] : lines;
}

/** The records are opened first: without them nothing moves. */
async function withAudit(
  settings: Settings,
  { events, first, last }: Stretch,
  move: () => Promise<unknown>,
): Promise<void> {
  let records = await openInstallationRecords(settings);
  try {
    await move();
    let act = { actor: null, actingAs: null, address: '', agent: 'landfall correct-times', time: Date.now() };
    let target = `${count(events)}, numbers ${first}-${last}`;
    await recordAudit(records, act, { action: 'event-times-corrected', owner: null, target });
  } finally {
    await records.destroy();
  }
}

function count(events: number): string {
  return `${events.toLocaleString('en')} ${events === 1 ? 'event' : 'events'}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
