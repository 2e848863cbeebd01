import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { eventField, eventFieldNames, unknownEvent, type Event } from 'contract/event-fields';
import { openEventStore } from 'gateway/events/duckdb/open';
import { bufferRows } from 'gateway/events/duckdb/column-buffers';
import { madeEvent } from '../../support/made-event';

const about = { artifactType: 'package', artifactId: '11111111-1111-4111-8111-111111111111' } as const;
const long = 'a text that is longer than the engine keeps beside its length';

/** The events of a store that was filled with these, as they come out of the table. */
async function throughTable(events: readonly Event[]): Promise<Event[]> {
  let folder = mkdtempSync(path.join(tmpdir(), 'table-rows-'));
  let store = await openEventStore({ folder });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  await store.load(events);
  let query = {
    artifactType: about.artifactType,
    artifactIds: [about.artifactId],
    from: -1e13,
    until: 1e15,
    raw: true,
  };
  let found: Event[] = [];
  for await (let some of store.export(query)) for (let { decision: _, ...event } of some) found.push(event as Event);
  return found;
}

function idOf(number: number): string {
  return `0192f0c1-7c5a-7b3e-8f00-${number.toString(16).padStart(12, '0')}`;
}

it('gives every value of an event back as it was', async () => {
  let time = Date.UTC(2026, 2, 12);
  let values: Partial<Event>[] = [
    {},
    { version: 'twelve bytes', userAgent: long, referer: long, variables: { a: long, 'é "quoted"': '' } },
    { version: 'thirteen byte', userAgent: long, city: 'São Paulo, 東京, 🛬', latitude: -33.5, longitude: 151.25 },
    { userAgent: 'curl/8.5.0', latitude: 0, confidence: 0.4, isBot: true, originId: 0xffff_ffff_ffff_ffffn },
    { id: 'ffffffff-ffff-7fff-bfff-ffffffffffff', originId: 0x8000_0000_0000_0000n, endpointId: 0n, doNotTrack: true },
    { id: '00000000-0000-7000-8000-000000000000', userAgent: '', longitude: null },
  ];
  let events = values.map((some, i) => madeEvent({ ...about, id: idOf(i), time: time + i, ...some }));

  expect(await throughTable(events)).toEqual(events);
});

it('keeps a time from before 1970', async () => {
  let events = [madeEvent({ ...about, time: -1 }), madeEvent({ ...about, time: 0 })];

  expect((await throughTable(events)).map(({ time }) => time)).toEqual([-1, 0]);
});

it.each<[string, object]>([
  ['an id that is no UUID', { id: '0192f0c1-7c5a-7b3e-8f00-00000000000x' }],
  ['an id that is too short', { id: '0192f0c1-7c5a-7b3e-8f00-0000000000' }],
  ['a time that is no number', { time: Number.NaN }],
  ['a text that is missing', { version: undefined }],
  ['a hash that is a number', { originId: 5 }],
  ['a fraction that is a text', { latitude: '1.5' }],
  ['a flag that is a text', { isBot: 'yes' }],
])('refuses %s', async (_, wrong) => {
  let event = madeEvent({ ...about, time: 0 });

  await expect(throughTable([Object.assign(event, wrong)])).rejects.toThrow(TypeError);
});

it('keeps more rows than the engine takes at once, each with its own values', async () => {
  let events = Array.from({ length: 2 * bufferRows + 7 }, (_, i) =>
    madeEvent({
      ...about,
      id: idOf(i),
      time: Date.UTC(2026, 2, 12) + i,
      version: i % 3 === 0 ? '' : `1.0.${i}`,
      userAgent: `${long} ${i % 5}`,
      latitude: i % 2 === 0 ? null : i / 7,
      originId: BigInt(i + 1),
    }),
  );

  expect(await throughTable(events)).toEqual(events);
});

it('makes an unknown event of what the table of fields says', () => {
  let none = { uuid: '', time: 0, text: '', texts: {}, hash: 0n, fraction: null, flag: false };
  let expected = eventFieldNames.map((name) => [name, eventField(name).before ?? none[eventField(name).type]]);

  expect(unknownEvent({ ...about, ownerId: 'o', type: 'event' })).toEqual({
    ...Object.fromEntries(expected),
    ...about,
    ownerId: 'o',
    type: 'event',
  });
});
