/** All surfaces say the same about an owner's ranges, to the digit and the percent. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from 'contract/floor/days';
import { dayMs, dayOf, hourMs, weekMs } from 'contract/floor/time';
import { env } from 'app/config/env.server';
import { isTime, wholeDays } from 'contract/analytics/asked-time';
import { readRange } from 'app/features/date-range/range.server';
import { isDayPreset, presetKeys } from 'app/text/date-presets';
import { createRandom } from 'gateway/demo/random';
import { type Asked, figuresSeen, openSurfaces } from '../../support/surfaces';
import { createWorld, type World } from '../../support/world';

const owner = 'hopper-labs';
let world: World;
let surfaces: Awaited<ReturnType<typeof openSurfaces>>;
let said = '';

beforeAll(async () => {
  Object.assign(env.flags, { showInsightsPage: true, showFilteringUi: true });
  world = await createWorld({ demoEvents: 6_000 });
  surfaces = await openSurfaces(world, owner);
});
beforeEach(() => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await surfaces.close();
  await world.close();
});

function askedAt(random: ReturnType<typeof createRandom>): Asked {
  let one = <T>(of: readonly T[]): T => of[random.below(of.length)]!;
  let today = dayOf(world.now());
  let preset = random.below(3) > 0 ? one(presetKeys) : undefined;
  let someZone = random.below(3) === 0 ? one(['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']) : 'UTC';
  // Shared pages of the same days have days of UTC.
  let zone = preset && isDayPreset(preset) ? 'UTC' : someZone;
  let where = random.below(4) === 0 ? [`request_platform:equals:${one(['linux', 'macos'])}`] : [];
  let withoutNoise = random.below(4) === 0;
  let to = addDays(today, -1 - random.below(100));
  let query = new URLSearchParams(preset ? { range: preset } : { from: addDays(to, -random.below(60)), to });
  for (let text of where) query.append('where', text);
  if (withoutNoise) query.set('noise', 'hide');
  let reader = { timeZone: zone, weekStart: 'monday', numbers: 'comma-point' } as const;
  let { time } = readRange(query, world.now(), { reader }).range!;
  return { query: query.toString(), time, where, withoutNoise, zone };
}

/** Of all packages and pixels, of days of UTC. */
function asked(days: { from: string; to: string }): Asked {
  return {
    query: new URLSearchParams({ ...days }).toString(),
    time: wholeDays(days),
    where: [],
    withoutNoise: false,
    zone: 'UTC',
  };
}

async function compare(seed: number) {
  let random = createRandom(seed);
  let asked = askedAt(random);
  let { see, differences, shared } = figuresSeen();
  let { name } = surfaces.packages[random.below(surfaces.packages.length)]!;
  let companies = await surfaces.owner(see, asked);
  let company = companies[random.below(companies.length)];
  await surfaces.artifact(see, asked, name);
  if (company) await surfaces.company(see, asked, company);
  await surfaces.share(see, asked, random.below(2) === 0 ? name : '');
  await surfaces.files(see, asked);
  let isAll = asked.query.includes('all-time');
  if (!isAll) await surfaces.api(see, asked);
  let isPlain = asked.where.length === 0 && !asked.withoutNoise && asked.zone === 'UTC' && !isAll;
  let isDays = !isTime(asked.time.start_date);
  if (isPlain && isDays) await surfaces.assistant(see, asked);
  if (isPlain && asked.time.until <= dayOf(world.now()) && random.below(4) === 0)
    await surfaces.command(see, asked, () => said);
  return { asked, differences: differences(), shared: shared() };
}

const hourNow = () => Math.floor(world.now() / hourMs);

async function expectNoDifference(seed: number) {
  let begun = hourNow();
  let compared = await compare(seed);
  // What ends today is compared up to the same hour: another hour is another question.
  if (hourNow() !== begun) compared = await compare(seed);
  let { asked, differences, shared } = compared;
  let { query, zone } = asked;
  expect({ query, zone, differences }).toEqual({ query, zone, differences: [] });
  // Figures that only one surface shows compare nothing.
  for (let surface of ['analytics', 'home', 'downloads', 'file over time'])
    expect([surface, shared[surface] ?? 0]).toEqual([surface, expect.any(Number)]);
  // A day that has just begun has few.
  let min = query.startsWith('range=today') ? 0 : 20;
  expect(Object.values(shared).reduce((all, count) => all + count, 0)).toBeGreaterThan(min);
}

test.each(Array.from({ length: 12 }, (_, i) => i + 1))('range %d: no two surfaces differ', expectNoDifference);

test.each(Array.from({ length: 200 }, (_, i) => i + 101))(
  'range %d of many: no two surfaces differ',
  { tags: 'slow' },
  expectNoDifference,
);

test('the last 24 hours are the same for every surface, in zones with half hours too', async () => {
  for (let zone of ['UTC', 'Asia/Kolkata']) {
    let reader = { timeZone: zone, weekStart: 'monday', numbers: 'comma-point' } as const;
    let query = new URLSearchParams({ range: 'last-24-hours' });
    let { time } = readRange(query, world.now(), { reader }).range!;
    let asked = { query: query.toString(), time, where: [], withoutNoise: false, zone };
    let { see, differences, shared } = figuresSeen();
    let [company] = await surfaces.owner(see, asked);
    await surfaces.artifact(see, asked, surfaces.packages[0]!.name);
    if (company) await surfaces.company(see, asked, company);
    await surfaces.files(see, asked);
    await surfaces.api(see, asked);
    if (zone === 'UTC') await surfaces.command(see, asked, () => said);
    expect([zone, differences()]).toEqual([zone, []]);
    for (let surface of ['analytics', 'home', 'companies', 'api', 'file over time'])
      expect([surface, shared()[surface] ?? 0]).toEqual([surface, expect.any(Number)]);
    expect(Object.values(shared()).reduce((all, count) => all + count, 0)).toBeGreaterThan(20);
  }
});

test('the weekly email says what the reports of its week say', async () => {
  let monday = Date.parse('1970-01-05');
  let from = monday + (Math.floor((world.now() - monday) / weekMs) - 1) * weekMs;
  let days = { from: dayOf(from), to: dayOf(from + 6 * dayMs) };
  let { see, differences, shared } = figuresSeen();
  await surfaces.owner(see, asked(days));
  await surfaces.email(see);
  expect([differences(), shared().email]).toEqual([[], 6]);
});

test('badges say what reports of the same days say', async () => {
  let { see, differences, shared } = figuresSeen();
  await surfaces.badges(see, 'flowmatic');
  expect([differences(), shared().badge]).toEqual([[], 2]);
});
