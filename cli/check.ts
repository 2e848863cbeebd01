/** `landfall check`: whether the stores of a data folder are intact and belong together. */
import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkRecords, salvageRecords, type RecordsFacts } from 'gateway/floor/db/check';
import { recordsFile } from 'gateway/floor/db/dialect';
import { checkEvents, type EventsFacts } from 'gateway/events/duckdb/check';
import { salvageEvents } from 'gateway/events/duckdb/salvage';
import { journalsSince, storeVersion } from 'gateway/events/write/store-version';
import { eventsFile } from 'gateway/events/duckdb/engine';
import { isSummary } from 'gateway/events/duckdb/summary-parts';
import { checkJournal, type JournalFacts } from 'journal/check';
import { fillFolder, isFree } from '../server/fill-folder';
import { changedFiles } from './backup-files';
import { CommandError, requireArguments } from './command-error';
import { manifestName, readManifest } from './manifest';

export const checkUsage = `Usage:
  landfall check <folder>                    Check the records, events and
  journal of a data folder or a backup and list problems: read every table, and
  compare the files of a backup with backup.json. Changes nothing. Stop the
  server first, or check a copy.
  landfall check <folder> --repair <new>     Also copy all readable data to a
  new folder and check that.

Exit codes: 0 no problems, 1 problems.
`;

/** Problems need action, notes do not. */
interface Report {
  lines: string[];
  notes: string[];
  problems: string[];
}

interface Facts {
  /** Files of a backup that are not as it was made. */
  changed: string[];
  records: RecordsFacts | undefined;
  events: EventsFacts | undefined;
  /** Why the event store cannot be opened. */
  eventsError?: string;
  journal: JournalFacts;
}

/** Returns the exit code. Throws CommandError for wrong usage. */
export async function checkCommand(args: string[]): Promise<number> {
  let { folder, repair } = parsed(args);
  if (!existsSync(folder)) throw new Error(`Folder not found: ${folder}`);
  let facts = await factsOf(folder);
  let report = reportOf(folder, facts);
  print(report);
  if (repair === undefined) return report.problems.length > 0 ? 1 : 0;
  if (!isFree(repair)) throw new Error(`${repair} is not empty. Choose a folder that does not exist.`);
  let lines = await fillFolder(repair, (draft) => repaired(folder, draft, facts));
  print({ lines: [`Repaired into ${repair}`, ...lines], notes: [], problems: [] });
  let second = reportOf(repair, await factsOf(repair));
  print(second);
  return second.problems.length > 0 ? 1 : 0;
}

function parsed(args: string[]): { folder: string; repair: string | undefined } {
  try {
    let { values, positionals } = parseArgs({ args, options: { repair: { type: 'string' } }, allowPositionals: true });
    requireArguments(positionals, ['folder'], checkUsage);
    let [folder = ''] = positionals;
    return { folder, repair: values.repair };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(error, checkUsage);
  }
}

async function factsOf(folder: string): Promise<Facts> {
  let changed = existsSync(path.join(folder, manifestName)) ? await changedFiles(folder, readManifest(folder)) : [];
  let facts: Facts = {
    changed,
    records: await checkRecords(folder),
    events: undefined,
    journal: await checkJournal(folder),
  };
  try {
    facts.events = await checkEvents(folder, facts.records?.tombstones);
  } catch (error) {
    let said = error instanceof Error ? error.message.trim() : String(error);
    if (/could not set lock/i.test(said))
      throw new Error(`A server is running on ${folder}. Stop it, or check a copy of the folder.`, { cause: error });
    facts.eventsError = said;
  }
  return facts;
}

function reportOf(folder: string, facts: Facts): Report {
  let report: Report = { lines: [`Checked ${folder}`], notes: [], problems: [] };
  if (facts.changed.length > 0)
    report.problems.push(
      `Not as in ${manifestName}: ${facts.changed.join(', ')}. Use another backup. If a server has used this folder, delete ${manifestName}.`,
    );
  reportRecords(facts, report);
  reportEvents(facts, report);
  reportJournal(facts, report);
  compare(facts, report);
  return report;
}

function reportRecords({ records }: Facts, { lines, notes, problems }: Report): void {
  if (!records) {
    lines.push(`  ${recordsFile}: absent`);
    return void notes.push(`${recordsFile} is missing. This is only correct if DATABASE_URL is set.`);
  }
  lines.push(
    `  ${recordsFile}: ${records.artifacts ? `${count(records.artifacts.size, 'package and pixel', 'packages and pixels')}` : 'cannot be read'}`,
  );
  if (records.damage.length > 0)
    problems.push(
      `${recordsFile} is damaged: ${records.damage.join('; ')}. Restore it from a backup, or use --repair.`,
    );
  for (let { table, rows } of records.dangling)
    problems.push(
      `${count(rows, 'row', 'rows')} of the table ${table} in ${recordsFile} reference missing rows. Restore a backup.`,
    );
  if (records.unknownSteps.length > 0)
    problems.push(
      `A newer version of Landfall has written ${recordsFile} (${records.unknownSteps.join(', ')}). Use that version for this folder.`,
    );
}

function reportEvents({ events, eventsError }: Facts, { lines, notes, problems }: Report): void {
  if (eventsError !== undefined) {
    lines.push(`  ${eventsFile}: cannot be read`);
    return void problems.push(
      `${eventsFile} cannot be read: ${eventsError} Restore it from a backup; --repair cannot read it either.`,
    );
  }
  if (!events) {
    lines.push(`  ${eventsFile}: absent`);
    return void notes.push(
      `${eventsFile} is missing. This is only correct before the first start, or if EVENTS_URL is set.`,
    );
  }
  lines.push(`  ${eventsFile}: ${count(events.events, 'event', 'events')}, version ${events.version}`);
  if (events.version > storeVersion)
    problems.push(
      `A newer version of Landfall has written ${eventsFile}: it has version ${events.version}, and this one knows versions up to ${storeVersion}. Use that version for this folder.`,
    );
  if (events.damaged.length > 0)
    problems.push(
      `${eventsFile} is damaged: in the table events, ${damageByColumn(events)} cannot be read. Restore it from a backup, or use --repair.`,
    );
  for (let table of events.damagedTables)
    problems.push(
      `${eventsFile} is damaged: the table ${table} cannot be read. ${
        isSummary(table)
          ? 'It is a summary: reports are counted from the events until the server has made it again.'
          : 'Restore it from a backup, or use --repair.'
      }`,
    );
  if (!isReadable(events)) notes.push(`Events were not compared with the rest, because not all can be read.`);
  if (events.repeated > 0)
    problems.push(
      `${count(events.repeated, 'event has', 'events have')} the number of another event. Restore a backup.`,
    );
  if (events.twice > 0)
    problems.push(`${count(events.twice, 'event is', 'events are')} stored twice. Use --repair to remove duplicates.`);
  if (events.missing > 0)
    problems.push(
      `${count(events.missing, 'number', 'numbers')} in the order of events ${events.missing === 1 ? 'has' : 'have'} no event: they were lost, or removed by a repair.`,
    );
  if (events.withoutArtifact > 0)
    problems.push(
      `${count(events.withoutArtifact, 'event belongs', 'events belong')} to an unknown package or pixel. Restore ${eventsFile} from a backup.`,
    );
}

/** Everything but summaries. */
function isReadable({ damaged, damagedTables }: EventsFacts): boolean {
  return damaged.length === 0 && damagedTables.every(isSummary);
}

/** `user_agent of 2,048 events, postal of 400,000 events`. */
function damageByColumn({ damaged }: EventsFacts): string {
  let sizes = new Map<string, number>();
  for (let { from, until, columns } of damaged)
    for (let column of columns) sizes.set(column, (sizes.get(column) ?? 0) + until - from);
  return [...sizes].map(([column, size]) => `${column} of ${count(size, 'event', 'events')}`).join(', ');
}

function reportJournal({ journal }: Facts, { lines, problems }: Report): void {
  let events = journal.epochs.reduce((sum, { first, next }) => sum + next - first, 0);
  lines.push(
    `  events.journal: ${count(journal.segments, 'segment', 'segments')}, ${count(events, 'event', 'events')}`,
  );
  for (let { file, lines: damaged } of journal.damaged)
    problems.push(
      `${count(damaged, 'line', 'lines')} of ${file} cannot be read. The next start moves them to events.journal/damaged and stores everything else.`,
    );
  for (let { file, what } of journal.newer)
    problems.push(`A newer version of Landfall has written ${file}: ${what}. Use that version for this folder.`);
  for (let { epoch, missing } of journal.epochs)
    if (missing > 0)
      problems.push(
        `${count(missing, 'event', 'events')} of the journal's epoch ${epoch} are missing between those that are there.`,
      );
}

/**
 * The journal must continue where the event store ends, and events must belong to known artifacts.
 */
function compare({ records, events, journal }: Facts, { notes, problems }: Report): void {
  if (!events || !isReadable(events) || events.version > storeVersion) return;
  // Versions without marks had one journal, in which an event's place was its number.
  let before = events.version < journalsSince ? events.next : 0;
  for (let { epoch, first, next } of journal.epochs) {
    let stored = events.marks.find((mark) => mark.epoch === epoch)?.next ?? before;
    if (first > stored)
      problems.push(
        `${count(first - stored, 'event', 'events')} of the journal's epoch ${epoch} are neither in it nor in ${eventsFile}: segments were lost, or ${eventsFile} is older than the journal.`,
      );
    else if (next > stored)
      notes.push(
        `${count(next - stored, 'event waits', 'events wait')} in the journal; the server stores them at its next start.`,
      );
    else if (stored > next)
      notes.push(`The end of the journal's epoch ${epoch} is gone; ${eventsFile} has its events.`);
  }
  if (events.toErase > 0)
    notes.push(
      `${count(events.toErase, 'event', 'events')} of what was deleted or erased are still in ${eventsFile}; the server erases them at its next start.`,
    );
  if (events.notErased > 0)
    problems.push(
      `${count(events.notErased, 'event', 'events')} of what was deleted or erased came back into ${eventsFile} afterwards.`,
    );
  let erased = new Set(
    records?.tombstones.flatMap(({ target, ownerId, kind }) => (kind === 'owner' ? ownerId : target)),
  );
  let unknown = events.artifacts.filter(
    ({ id, owner, events: size }) =>
      size > 0 && records?.artifacts && !records.artifacts.has(id) && !erased.has(id) && !erased.has(owner),
  );
  let size = unknown.reduce((sum, artifact) => sum + artifact.events, 0);
  if (unknown.length > 0)
    notes.push(
      `${count(size, 'event belongs', 'events belong')} to ${count(unknown.length, 'package or pixel', 'packages and pixels')} that ${recordsFile} neither has nor calls erased: an earlier version of Landfall has deleted them, or ${recordsFile} is older than ${eventsFile}.`,
    );
}

/** Copies what can be read to a new folder; returns a summary. */
async function repaired(folder: string, target: string, { records, events }: Facts): Promise<string[]> {
  let lines: string[] = [];
  let own = [recordsFile, eventsFile, 'events.tmp'];
  for (let name of readdirSync(folder))
    if (![...own, manifestName].some((file) => name.startsWith(file)))
      cpSync(path.join(folder, name), path.join(target, name), { recursive: true });
  if (records) {
    let tables = salvageRecords(folder, target);
    let rows = tables.reduce((sum, table) => sum + table.rows, 0);
    lines.push(`  ${recordsFile}: ${count(rows, 'row', 'rows')} of ${count(tables.length, 'table', 'tables')}`);
    for (let { table } of tables.filter(({ isPartial }) => isPartial))
      lines.push(`    some rows of ${table} could not be read`);
  }
  if (events && events.version <= storeVersion) {
    let saved = await salvageEvents(folder, target, events);
    lines.push(`  ${eventsFile}: ${count(saved.events, 'event', 'events')}`);
    let left = events.damagedTables.filter((table) => !isSummary(table));
    for (let table of left) lines.push(`    the table ${table} could not be read and is empty`);
    if (saved.lost > 0) lines.push(`    ${count(saved.lost, 'event', 'events')} could not be read and were left out`);
    if (saved.incomplete > 0)
      lines.push(`    ${count(saved.incomplete, 'event', 'events')} have "unknown" where a value could not be read`);
  }
  return lines;
}

function print({ lines, notes, problems }: Report): void {
  let numbered = problems.map((problem, i) => `  ${i + 1}. ${problem}`);
  let parts = [
    lines,
    problems.length > 0 ? ['', `${count(problems.length, 'problem', 'problems')}:`, ...numbered] : [],
    notes.length > 0 ? ['', 'Notes:', ...notes.map((note) => `  - ${note}`)] : [],
  ];
  process.stdout.write(`${parts.flat().join('\n')}\n\n`);
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
