/** `landfall correct-times`: events of a clock that was ahead get the times they should have had. */
import { describe, expect, it, vi } from 'vitest';
import type { Event } from 'contract/event-fields';
import { dayMs, hourMs } from 'contract/floor/time';
import type { AggregateQuery } from 'gateway/events/shape/store';
import { openRecords } from 'gateway/floor/db/open';
import { openEventStore } from 'tests/support/event-store';
import { madeEvent } from 'tests/support/made-event';
import { CommandError } from '../../cli/command-error';
import { correctTimesCommand } from '../../cli/correct-times';
import { commandLine } from '../support/command-line';

const cli = commandLine();
const artifactId = '11111111-1111-4111-8111-111111111111';
const now = Math.floor(Date.now() / dayMs) * dayMs;
const downloadsAt = (times: readonly number[]) => times.map((time) => madeEvent({ artifactId, time }));
/** In the hours before the last midnight. */
const right = Array.from({ length: 10 }, (_, hour) => now - (hour + 1) * hourMs);
const ahead = right.map((time) => time + 40 * dayMs);

async function withStore<T>(work: (store: Awaited<ReturnType<typeof openEventStore>>) => Promise<T>): Promise<T> {
  let store = await openEventStore({ folder: cli.folder });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function storeEvents(...loads: Event[][]): Promise<void> {
  await (await openRecords({ folder: cli.folder })).destroy();
  await withStore(async (store) => {
    for (let events of loads) await store.load(events);
  });
}

/** By day, as reports have them with all summaries made, and as exports do. */
async function reported(): Promise<[reports: unknown, exports: unknown]> {
  return withStore(async (store) => {
    let range = {
      artifactType: 'package' as const,
      artifactIds: [artifactId],
      from: now - 100 * dayMs,
      until: now + 100 * dayMs,
    };
    let query: AggregateQuery = {
      ...range,
      rollup: 'daily',
      breakdowns: ['by-platform'],
      groupByArtifact: false,
      includeLowConfidence: true,
    };
    await store.load([]);
    let rows = await store.aggregate(query);
    let counted = new Map<string, number>();
    for await (let batch of store.export({ ...range, raw: true }))
      for (let { time } of batch) {
        let day = new Date(time).toISOString().slice(0, 10);
        counted.set(day, (counted.get(day) ?? 0) + 1);
      }
    return [rows.map(({ date, total }) => [date, total]), [...counted].sort()];
  });
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10);

describe('landfall correct-times', () => {
  it('moves events that are later than now back, and reports agree with the events', async () => {
    await storeEvents(downloadsAt(ahead.slice(0, 4)));
    await correctTimesCommand(['--back', '40d', '--check']);
    expect(cli.said).toMatch(/^Numbers 0-3, 4 events: .*, moved to .*\n$/);
    expect((await reported())[1]).toEqual([[day(ahead[0]!), 4]]);
    await correctTimesCommand(['--back', '40d']);
    expect(cli.said).toContain('Moved 4 events.');
    let expected = [[day(right[0]!), 4]];
    expect(await reported()).toEqual([expected, expected]);
    let records = await openRecords({ folder: cli.folder });
    let entries = records.selectFrom('audit_events').select(['action', 'target', 'agent']);
    expect(await entries.execute()).toEqual([
      { action: 'event-times-corrected', target: '4 events, numbers 0-3', agent: 'landfall correct-times' },
    ]);
    await records.destroy();
    cli.said = '';
    await correctTimesCommand(['--back', '40d']);
    expect(cli.said).toBe('No event has such a time.\n');
  });

  it('moves those with these numbers only, where others came later with the same times', async () => {
    let [from, until] = [now - 10 * dayMs, now - 5 * dayMs];
    let times = [from, from + hourMs, from + 2 * hourMs];
    await storeEvents(downloadsAt(times), downloadsAt(times));
    let span = ['--back', '50d', '--from', day(from), '--until', day(until)];
    await correctTimesCommand([...span, '--check']);
    expect(cli.said).toMatch(/^Numbers 0-2, 3 events: .*\nNumbers 3-5, 3 events: .*\n$/);
    await correctTimesCommand([...span, '--events', '0-2']);
    let expected = [
      [day(from - 50 * dayMs), 3],
      [day(from), 3],
    ];
    expect(await reported()).toEqual([expected, expected]);
  });

  it('changes nothing where they would still be later than now, and while a server runs', async () => {
    await storeEvents(downloadsAt(ahead));
    await expect(correctTimesCommand(['--back', '5d'])).rejects.toThrow('would still be later than now');
    await withStore(async () => {
      await expect(correctTimesCommand(['--back', '40d'])).rejects.toThrow('in use');
    });
    expect((await reported())[1]).toEqual([[day(ahead[0]!), 10]]);
    vi.stubEnv('EVENTS_URL', 'http://127.0.0.1:1/landfall');
    vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/landfall');
    await expect(correctTimesCommand(['--back', '40d'])).rejects.toThrow('ClickHouse');
  });

  it.each([
    [[], 'Missing option: --back.'],
    [['--back', '30x'], '--back takes a duration, such as 30d or 4d6h30m, not "30x".'],
    [['--back', ''], '--back takes a duration'],
    [['--back=-5d'], '--back takes a duration'],
    [['--back', '-5d'], 'Missing value of --back: a dash follows it.\n'],
    [['--back', '3d', '--from', 'today'], '--from takes a time'],
    [['--back', '3d', '--until', '2026-19-19'], '--until takes a time'],
    [['--back', '3d', '--events', '7'], '--events takes the first and the last number'],
    [['--all'], "Unknown option '--all'.\n"],
  ])('%j is refused with the usage, and says why', async (args, why) => {
    let refusal = await correctTimesCommand(args).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CommandError);
    expect((refusal as Error).message).toContain(why);
  });
});
