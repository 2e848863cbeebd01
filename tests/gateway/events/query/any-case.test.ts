/** Texts compared without regard to case: the event store and memory agree, for all letters. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passes } from 'gateway/events/query/filter';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import { madeEvent } from 'tests/support/made-event';
import { packages } from '../random-events';

const until = Date.UTC(2026, 2, 12);
const cities = [
  'Österreich',
  'österreich',
  'ÖSTERREICH',
  'İstanbul',
  'istanbul',
  'ΣΑΣ',
  'σας',
  'σασ',
  'Straße',
  'STRAẞE',
  'Москва',
  'МОСКВА',
  'a.b*c(Ö)',
  '日本',
  // The sign of kelvin, whose lower case is the letter k.
  '\u{212A}ELVIN',
  'Köln K',
  '',
];
const events = cities.map((city, i) =>
  madeEvent({ artifactId: packages[0]!, time: until - 3_600_000 - i * 60_000, city, requestPath: `/${i}` }),
);

let folder: string;
let store: TestEventStore;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'any-case-'));
  store = await openEventStore({ folder });
  await store.append(events);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function found(op: 'equals' | 'contains' | 'starts-with' | 'not-equals', values: string[]): Promise<string[]> {
  let filters = [{ request_origin_city: { op, values } }];
  let stored: string[] = [];
  let asked = { from: 0, until, artifactType: 'package', artifactIds: packages, filters, raw: false } as const;
  for await (let batch of store.export(asked)) for (let { city } of batch) stored.push(city);
  let inMemory = events.filter((event) => passes(filters, event)).map(({ city }) => city);
  expect(stored.sort()).toEqual(inMemory.sort());
  return stored;
}

describe('a filter finds', () => {
  it.each<[op: 'equals' | 'contains' | 'starts-with', value: string, cities: string[]]>([
    ['equals', 'ÖsterreicH', ['Österreich', 'österreich', 'ÖSTERREICH']],
    ['contains', 'ÖSTER', ['Österreich', 'österreich', 'ÖSTERREICH']],
    ['starts-with', 'öst', ['Österreich', 'österreich', 'ÖSTERREICH']],
    ['equals', 'σας', ['ΣΑΣ', 'σας', 'σασ']],
    ['contains', 'ß', ['Straße', 'STRAẞE']],
    ['equals', 'москва', ['Москва', 'МОСКВА']],
    ['equals', 'İSTANBUL', ['İstanbul']],
    ['equals', 'ISTANBUL', ['istanbul']],
    ['contains', '.b*c(ö', ['a.b*c(Ö)']],
    ['contains', '日', ['日本']],
    ['equals', 'kelvin', []],
    ['starts-with', 'KE', []],
    ['contains', 'K', ['Köln K']],
    ['contains', 'LVI', ['\u{212A}ELVIN']],
  ])('%s %s: %j', async (op, value, expected) => {
    expect(await found(op, [value])).toEqual(expected.sort());
  });

  it('what has none of several values', async () => {
    let left = await found('not-equals', ['österreich', 'istanbul', 'Σασ']);
    expect(left).toEqual(cities.filter((city) => !/^(ö|istanbul$|σ)/iu.test(city)).sort());
  });
});
