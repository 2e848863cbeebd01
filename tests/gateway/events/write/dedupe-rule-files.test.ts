/** Exports, imports, recounts and the notes of reports agree on which requests are one download. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingApi } from 'contract/analytics/counting';
import { eventsApi, decisionColumns, rawEventColumns } from 'contract/analytics/events';
import { lastEventApi } from 'contract/analytics/last-event';
import { importsApi, type ImportResult } from 'contract/exports/imports';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, dayOf } from 'contract/floor/time';
import { decisionDifferences } from 'verification/repeats';
import type { ExportedEvent } from 'verification/count';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { verify, type FetchBody } from '../../../../verification/verify';
import { burstOf, countedOf, shuffled } from '../../reports/naive-repeats';

const mine = { params: { owner: 'ada' } };
let worlds: World[] = [];
let world: World;
let ada: Caller;
let artifactId: string;
let requests: ReturnType<typeof burstOf>;
/** Those of the states, as the API names them. */
let marks: string[] = [];

async function settle(): Promise<{ world: World; ada: Caller; artifactId: string }> {
  let fresh = await createWorld();
  worlds.push(fresh);
  let caller = await fresh.as('ada');
  let body = { type: 'docker' as const, name: 'ada/app', backend_registry: 'docker.io' };
  return { world: fresh, ada: caller, artifactId: (await caller.ask(packagesApi.createPackage, { ...mine, body })).id };
}

beforeAll(async () => {
  ({ world, ada, artifactId } = await settle());
  let yesterday = Math.floor(world.now() / dayMs) * dayMs - dayMs;
  let ownerId = world.ids.get('ada')!;
  requests = [
    ...burstOf(150, 5, yesterday + 3_600_000, [artifactId]),
    ...burstOf(150, 6, yesterday + dayMs / 2, [artifactId]),
  ].map((event) => ({ ...event, ownerId, ...(event.doNotTrack && untracked) }));
  let late = shuffled(requests, 5);
  for (let [i, end] of states.entries()) {
    await world.events.append(late.slice(states[i - 1] ?? 0, end));
    expect(await world.events.lastEvent()).toBe(end);
    marks.push(String((await ada.ask(lastEventApi.getLastEvent, { query: { owner: 'ada' } })).last_event));
  }
});
afterAll(async () => {
  for (let each of worlds) await each.close();
});

/** The states between which events are stored. */
const states = [40, 111, 230, 300];

const untracked = { originId: 0n, endpointId: 0n, requestPath: '', userAgent: '', version: '' };

function askAs(at: World, who: Caller): FetchBody {
  return async (path) => {
    let headers = { authorization: `Bearer ${who.token}` };
    let answer = await at.gateway.api(new Request(`http://api.test${path}`, { headers }));
    expect(answer.status, path).toBe(200);
    return answer.text();
  };
}

function range(at: World) {
  let until = Math.floor(at.now() / dayMs) * dayMs;
  return { owner: 'ada', from: dayOf(until - 3 * dayMs), until: dayOf(until), questions: 40, seed: 3 };
}

async function rows(who: Caller, id: string, raw: boolean): Promise<ExportedEvent[]> {
  let query = { format: 'ndjson', ...(raw && { raw: 'true' as const }) } as const;
  let { text } = await who.call(eventsApi.exportPackageEvents, { params: { owner: 'ada', package_id: id }, query });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ExportedEvent);
}

const idsOf = (events: readonly { id?: unknown }[]) => events.map(({ id }) => String(id)).sort();

describe('an export', () => {
  it('has the events that count, and with raw=true every request with its decision', async () => {
    let counted = countedOf(requests);
    expect(idsOf(await rows(ada, artifactId, false))).toEqual(idsOf(counted));
    let raw = await rows(ada, artifactId, true);
    expect(idsOf(raw)).toEqual(idsOf(requests));
    expect(idsOf(raw.filter((row) => row.counted))).toEqual(idsOf(counted));
    expect(new Set(raw.map((row) => row.counting_rule))).toEqual(
      new Set(['one-pull/1', 'one-download/1', 'each-request/2']),
    );
  });

  it('as CSV has the columns of decisions after all others, only with raw=true', async () => {
    let params = { owner: 'ada', package_id: artifactId };
    let head = async (query: object) =>
      (await ada.call(eventsApi.exportPackageEvents, { params, query })).text.split('\n')[0];
    expect(await head({})).toBe(rawEventColumns.join(','));
    expect(await head({ raw: 'true' })).toBe([...rawEventColumns, ...decisionColumns].join(','));
  });
});

describe('a recount', () => {
  it('decides every request again and counts the same reports', { tags: 'slow' }, async () => {
    let found = await verify(askAs(world, ada), range(world));
    expect(found.wrong).toEqual([]);
    let tracked = countedOf(requests).filter(({ doNotTrack }) => !doNotTrack);
    expect([found.requests, found.events]).toEqual([requests.length, tracked.length]);
  });

  it('of an earlier state agrees with that state', { tags: 'slow' }, async () => {
    for (let lastEvent of marks.slice(0, -1))
      expect((await verify(askAs(world, ada), { ...range(world), questions: 5, lastEvent })).wrong).toEqual([]);
  });

  it.each([true, false])('finds a request that is stored as counted: %s, against the rule', async (stored) => {
    let raw = await rows(ada, artifactId, true);
    let one = raw.findIndex((row) => row.counted === !stored && String(row.counting_rule).startsWith('one-'));
    raw[one] = { ...raw[one], counted: stored };
    let [wrong] = decisionDifferences(raw, 0);
    expect(wrong).toMatchObject({ id: raw[one]!.id, stored });
  });
});

describe('an import of a raw export', () => {
  it.each(['in their order', 'in any other order'])('makes the same decisions, with the lines %s', async (order) => {
    let lines = (await rows(ada, artifactId, true)).map((row) => `${JSON.stringify(row)}\n`);
    let there = await settle();
    let file = (order === 'in their order' ? lines : shuffled(lines, 8)).join('');
    let headers = { authorization: `Bearer ${there.ada.token}`, 'content-type': 'application/x-ndjson' };
    let request = new Request(`http://api.test${importsApi.importEvents.path.replace('{owner}', 'ada')}`, {
      method: 'POST',
      headers,
      body: file,
    });
    let result = (await (await there.world.gateway.api(request)).json()) as ImportResult;
    expect(result).toMatchObject({ stored: requests.length, refused: 0 });
    expect(idsOf(await rows(there.ada, there.artifactId, false))).toEqual(idsOf(countedOf(requests)));
    expect((await verify(askAs(there.world, there.ada), range(there.world))).wrong).toEqual([]);
  });
});

describe('the note of a report', () => {
  it('has the number of repeats, and no date of a change of the rule', async () => {
    let tracked = requests.filter(({ doNotTrack }) => !doNotTrack).length;
    let counted = countedOf(requests).filter(({ doNotTrack }) => !doNotTrack).length;
    let found = await ada.ask(countingApi.getCounting, mine);
    expect(found).toMatchObject({ repeats: tracked - counted, repeats_since: null });
    expect(found.audiences.reduce((sum, { total }) => sum + total, 0)).toBe(counted);
  });
});
