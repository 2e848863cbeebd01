/**
 * Counts with the corrections of an owner are the same from the cache, from SQL, and from a naive
 * loop.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import type { Event } from 'contract/event-fields';
import { applyCorrections, matchOf, type Correction } from 'gateway/events/shape/corrections';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import { randomQueries } from '../events/query-and-append';
import { naiveCount } from './naive-count';
import { packages, pixels, randomEvents } from '../events/random-events';

const until = Date.UTC(2026, 2, 12);
const made = { madeBy: 'ada', madeAt: until };

let folder: string;
let store: TestEventStore;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'corrected-'));
  store = await openEventStore({ folder });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/**
 * Adds corrections, changes one and removes them: by network, by company, to no company and to
 * another.
 */
function rounds(events: readonly Event[]): Correction[][] {
  let keys = [...new Set(events.map(matchOf))].filter((of) => of !== '').sort();
  let [first, second, third, ...rest] = keys;
  let none = { of: first!, name: '', domain: '', ...made };
  let other = { of: second!, name: "L'Autre; DROP TABLE", domain: 'autre.example', ...made };
  let nameless = { of: third!, name: 'Ohne Domain', domain: '', ...made };
  let many = rest.map((of, i) => ({ of, name: `Firm ${i % 3}`, domain: i % 2 ? '' : 'firm.example', ...made }));
  return [
    [],
    [none],
    [none, other],
    [none, other, nameless, ...many],
    [{ ...none, name: 'Now', domain: '' }],
    [],
    [other],
  ];
}

/** The events as they count after the corrections. */
function withCorrections(events: readonly Event[], corrections: Correction[]): Event[] {
  return [...applyCorrections(corrections, events)];
}

it('counts agree with a naive loop while events arrive and corrections change', { tags: 'slow' }, async () => {
  let queries = randomQueries(30, 17, until);
  let events: Event[] = [];
  let all = rounds(randomEvents(600, 100, until, 45));
  for (let [round, corrections] of all.entries()) {
    let fresh = randomEvents(round === 0 ? 600 : 20, 100 + round, until, 45);
    await store.append(fresh);
    events.push(...fresh);
    for (let query of queries)
      expect(await store.aggregate({ ...query, corrections }), `${round} ${JSON.stringify(query)}`).toEqual(
        naiveCount(withCorrections(events, corrections), query),
      );
  }
});

it('cached answers equal a fresh count after a correction and after it is undone', { tags: 'slow' }, async () => {
  let events = randomEvents(600, 7, until, 45);
  await store.append(events);
  let [, , corrections] = rounds(events);
  let queries = randomQueries(10, 18, until).flatMap((query) => [query, { ...query, corrections }]);
  for (let query of queries) await store.aggregate(query);
  await store.append(randomEvents(30, 8, until, 45));
  for (let query of queries) await store.aggregate(query);
  let recounted = 0;
  for (let i = 0; i < 60; i++) {
    let result = await store.verifyCache();
    if (result) expect(result.isEqual, JSON.stringify(result.query)).toBe(true);
    if (result?.query.corrections) recounted += 1;
  }
  expect(recounted).toBeGreaterThan(0);
});

it('exports and companies have the same events under the same names', { tags: 'slow' }, async () => {
  let events = randomEvents(600, 9, until, 45);
  await store.append(events);
  for (let corrections of rounds(events)) {
    let found: Event[] = [];
    for (let [artifactType, artifactIds] of [
      ['package', packages],
      ['tracking-pixel', pixels],
    ] as const) {
      let range = { from: until - 50 * dayMs, until };
      for await (let batch of store.export({ artifactType, artifactIds, ...range, corrections }))
        for (let { correctedBy, ...event } of batch) {
          expect(correctedBy?.name ?? event.companyName).toBe(event.companyName);
          found.push(event);
        }
    }
    let byId = (all: Event[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(found)).toEqual(byId(withCorrections(events, corrections)));
    let asked = { packageIds: packages, pixelIds: pixels, from: 0, until, includeLowConfidence: true, corrections };
    let totals = (await store.companies(asked)).map(({ company, downloads, views }) => [company, downloads + views]);
    expect(Object.fromEntries(totals)).toEqual(companyTotals(withCorrections(events, corrections)));
    let days = await store.companyDays({ ...asked, groups: [{ artifactType: 'package', artifactIds: packages }] });
    expect(new Set(days.map(({ company }) => company))).toEqual(new Set(totals.map(([company]) => company)));
  }
});

function companyTotals(events: readonly Event[]): Record<string, number> {
  let totals: Record<string, number> = {};
  for (let { companyDomain, companyName, connectionType, doNotTrack } of events) {
    let company = companyDomain || companyName;
    if (company && connectionType !== 'hosting' && !doNotTrack) totals[company] = (totals[company] ?? 0) + 1;
  }
  return totals;
}

it('returns the reason for each company, and the networks without one', async () => {
  let events = randomEvents(600, 10, until, 45);
  await store.append(events);
  let asked = { packageIds: packages, pixelIds: pixels, from: 0, until, includeLowConfidence: true, limit: 100 };
  let unnamed = await store.matches({ ...asked, unnamed: '' });
  expect(unnamed.map(({ of, network }) => [of, network])).toEqual([['AS1', 'AS1 Somebody']]);
  let corrections = [{ of: 'AS1', name: 'Some Body', domain: 'body.example', ...made }];
  expect(await store.matches({ ...asked, unnamed: '', corrections })).toEqual([]);
  let [match, ...others] = await store.matches({ ...asked, company: 'body.example', corrections });
  expect(match).toMatchObject({ of: 'AS1', matchedName: '', name: 'Some Body', domain: 'body.example' });
  expect(match!.events).toBe(events.filter((event) => matchOf(event) === 'AS1').length);
  expect(others).toEqual([]);
});
