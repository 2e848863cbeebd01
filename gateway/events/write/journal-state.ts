/** State and metrics of the journal: lag, damage, dropped events. */
import type { Registry } from 'prom-client';
import { damagedFolder } from 'journal/damage-log';
import type { EventStore, JournalState } from '../shape/store';
import { readDroppedEvents } from 'journal/dropped-events';
import { registerCounter, registerGauge } from 'net/metrics';
import { ApiError } from '../../floor/calls/api-error';
import type { EventWriter } from './writer';

export async function journalState(folder: string, writer: EventWriter): Promise<JournalState> {
  let [lag, losses] = await Promise.all([writer.lag(), readDroppedEvents(folder)]);
  return { lag, losses, damage: writer.damage(), damagedFolder: damagedFolder(folder) };
}

/** Why events cannot be stored and what to do. */
export function writeProblem(
  folder: string,
  { reading, storing }: ReturnType<EventWriter['failure']>,
): string | undefined {
  if (reading === undefined && storing === undefined) return undefined;
  let what =
    storing === undefined
      ? `Cannot read the journal in ${folder}: ${wordsOf(reading)}`
      : `Events cannot be written to the event store in ${folder}: ${wordsOf(storing)}`;
  return (
    `${what.trim().replace(/\.?$/, '.')} Downloads work, and their events wait in the journal. Check the log, and whether ` +
    'the disk is full or read-only. Storing resumes automatically.'
  );
}

/** Only the first line; of what clients get, that of its cause. */
function wordsOf(error: unknown): string {
  if (error instanceof ApiError && error.cause !== undefined) return wordsOf(error.cause);
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
}

export function storeJournalMetrics(registry: Registry, events: Pick<EventStore, 'journal' | 'writeProblem'>): void {
  let damage = async () => (await events.journal()).damage;
  registerCounter(
    registry,
    { name: 'landfall_journal_damaged_lines_total', help: 'Lines of the journal that could not be read.' },
    async () => (await damage()).lines,
  );
  registerCounter(
    registry,
    { name: 'landfall_journal_missing_events_total', help: 'Events of the journal that are known to be missing.' },
    async () => (await damage()).missing,
  );
  registerCounter(
    registry,
    { name: 'landfall_journal_refused_events_total', help: 'Events that could not be stored and were set aside.' },
    async () => (await damage()).refused,
  );
  registerGauge(registry, { name: 'landfall_events_stored', help: '1, or 0 while events cannot be stored.' }, () =>
    events.writeProblem() === undefined ? 1 : 0,
  );
}
