/** How reports compute changes, versions and company counts from the gateway's rows. */
import { describe, expect, test } from 'vitest';
import { wholeDays } from 'contract/analytics/asked-time';
import type { AggregationRow } from 'contract/analytics/aggregations';
import { comparedPeriod } from 'contract/analytics/compared-periods';
import { timeBuckets } from 'app/charts/date-buckets.server';
import { breakdownBars, breakdownDonut, reportDimensions } from 'app/features/analytics/breakdown.server';
import { totalCards, perDayCard } from 'app/features/analytics/total-cards.server';
import { valuesByBucket } from 'app/features/analytics/row-totals.server';
import { relativeChange } from 'app/ui/numbers';
import { countryName } from 'app/text/display-names.server';
import { companyRowsMax, companyTable } from 'app/features/analytics/company-table.server';
import { versionLevels, versionQuery, versionsData } from 'app/features/analytics/versions.server';

function row(fields: Partial<AggregationRow> & { total: number }): AggregationRow {
  return { artifact_type: 'package', unique_origins: fields.total, unique_endpoints: fields.total, ...fields };
}

/** As the gateway returns them: all versions, and by bucket. */
function askedFor(overTime: AggregationRow[]) {
  let versions = new Map<string, AggregationRow>();
  for (let { date: _, ...one } of overTime) {
    let total = one.total + (versions.get(one.version ?? '')?.total ?? 0);
    versions.set(one.version ?? '', { ...one, total });
  }
  let counts = [...versions.values()];
  return { counts, overTime, lately: counts };
}

test.each([
  [150, 100, '+50%', 'up'],
  [1_001, 1_000, '+0.1%', 'up'],
  [10_001, 10_000, '<0.1%', 'up'],
  [40, 100, '−60%', 'down'],
  [0, 100, '−100%', 'down'],
  [100, 100, '0%', 'same'],
  [900, 100, '+800%', 'up'],
])('a change from %d to %d has its percentage', (current, previous, text, direction) => {
  let change = relativeChange(current, previous);
  expect(change).toEqual({ text, direction });
});

test('a change has no percentage if there were no earlier events', () => {
  expect(relativeChange(5, 0)).toBeNull();
  expect(relativeChange(0, 0)).toBeNull();
});

test('buckets without a row are zero', () => {
  let buckets = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-03' }), 'daily', { today: '2026-06-01' });
  expect(valuesByBucket(buckets, [row({ date: '2026-03-02', total: 5 })], (r) => r.total)).toEqual([0, 5, 0]);
});

test('versions and the rest add up to the total', () => {
  let buckets = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-02' }), 'daily', { today: '2026-06-01' });
  let rows = [
    row({ date: '2026-03-01', version: '1.0', total: 4 }),
    row({ date: '2026-03-02', version: '1.0', total: 5 }),
    row({ date: '2026-03-02', version: '2.0', total: 6 }),
    row({ date: '2026-03-01', version: '', total: 2 }),
  ];
  let totals = { all: 20, series: [6, 14] };
  let { chart, bars, left } = versionsData(askedFor(rows), buckets, totals);
  expect(left).toBe('');
  expect(bars.map((bar) => [bar.name, bar.value, bar.width > 0])).toEqual([
    ['1.0', '9', true],
    ['2.0', '6', true],
    ['No version', '2', false],
    ['All others', '3', false],
  ]);
  expect(chart?.lines.map((line) => [line.name, line.values, line.texts])).toEqual([
    ['2.0', [0, 6], ['0 · 0.0%', '6 · 43%']],
    ['1.0', [4, 5], ['4 · 67%', '5 · 36%']],
    ['All others', [2, 3], ['2 · 33%', '3 · 21%']],
  ]);
  let nothing = { all: 0, series: [0, 0] };
  expect(versionsData(askedFor([]), buckets, nothing)).toEqual({
    chart: null,
    isWhole: false,
    hasMore: false,
    bars: [],
    sentences: [],
    left: '',
  });
});

test('only five versions have lines', () => {
  let buckets = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-01' }), 'daily', { today: '2026-06-01' });
  let rows = Array.from({ length: 12 }, (_, i) => row({ date: '2026-03-01', version: `${i}.0`, total: 12 - i }));
  let { chart, bars, left } = versionsData(askedFor(rows), buckets, { all: 78, series: [78] });
  expect(chart?.lines.map((line) => line.name)).toEqual(['4.0', '3.0', '2.0', '1.0', '0.0', 'All others']);
  expect(bars.at(-1)).toMatchObject({ name: 'All others', value: '28' });
  expect(left).toBe('5 of 12 versions: those with the most downloads, 1% or more.');
});

test('thousands of nightly versions are no layers, and the newest of equal ones are listed', () => {
  let buckets = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-01' }), 'daily', { today: '2026-06-01' });
  let nightlies = Array.from({ length: 2_400 }, (_, i) => `2.0.0-nightly.${i}`).sort();
  let counts = [
    row({ version: '1.9.0', total: 300 }),
    ...nightlies.map((version) => row({ version, total: 2 })),
    row({ version: '1.8.0', total: 1 }),
  ];
  // The gateway returns a hundred.
  let overTime = counts.slice(0, 100).map((one) => ({ ...one, date: '2026-03-01' }));
  let totals = { all: 5_101, series: [5_101] };
  let options = { level: 'full' as const, type: 'npm' };
  let { chart, bars, left } = versionsData({ counts, overTime, lately: [] }, buckets, totals, options);
  expect(chart?.lines.map(({ name }) => name)).toEqual(['1.9.0', 'All others']);
  expect(bars.slice(0, 3).map(({ name }) => name)).toEqual(['1.9.0', '2.0.0-nightly.2399', '2.0.0-nightly.2398']);
  expect(left).toBe('1 of 2,402 versions: those with the most downloads, 1% or more.');
  let withoutRelease = { counts: counts.slice(1), overTime: overTime.slice(1), lately: [] };
  expect(versionsData(withoutRelease, buckets, { all: 4_801, series: [4_801] }, options)).toMatchObject({
    chart: null,
    left: 'No chart: none of 2,401 versions has 1% of the downloads.',
  });
});

test('older major versions are told of by all of their versions', () => {
  let buckets = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-01' }), 'daily', { today: '2026-06-01' });
  let names = ['5.0.0', '4.2.0', 'v4.1.0', 'latest'];
  let rows = names.map((version) => row({ date: '2026-03-01', version, total: 10 }));
  let { sentences } = versionsData(askedFor(rows), buckets, { all: 40, series: [40] }, { level: 'full', type: 'npm' });
  expect(sentences).toEqual(['Last 7 days: 67% still on 4.x.']);
});

test('a release is above its prereleases, tags and digests are below all numbers', () => {
  let buckets = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-01' }), 'daily', { today: '2026-06-01' });
  let names = ['latest', '2.0.0-rc.1', '2.0.0', `sha256:${'ab'.repeat(32)}`, '10.0.0'];
  let rows = names.map((version) => row({ date: '2026-03-01', version, total: 3 }));
  let { chart } = versionsData(askedFor(rows), buckets, { all: 15, series: [15] }, { level: 'full', type: 'npm' });
  expect(chart?.lines.map(({ name }) => name)).toEqual([
    '10.0.0',
    '2.0.0',
    '2.0.0-rc.1',
    'latest',
    'sha256:abababababab…',
  ]);
});

test('digests are shortened, and versions are requested at their level', () => {
  let buckets = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-01' }), 'daily', { today: '2026-06-01' });
  let digest = `sha256:${'ab'.repeat(32)}`;
  let rows = [row({ date: '2026-03-01', version: digest, total: 1 })];
  let { bars } = versionsData(askedFor(rows), buckets, { all: 1, series: [1] });
  expect(bars[0]?.name).toBe('sha256:abababababab…');
  expect(versionLevels.map((level) => versionQuery(level).breakdown)).toEqual([
    'by-version',
    'by-version-minor',
    'by-version-major',
  ]);
});

test('daily changes add up to the change of the total, also with few downloads a day', () => {
  let days = { from: '2026-03-02', to: '2026-03-31' };
  let { spans } = comparedPeriod(days, '', { zone: 'UTC', now: Date.parse('2026-04-05') });
  let compared = { now: [row({ total: 44 })], before: [row({ total: 40 })], spans };
  let rows = { kind: 'package' as const, current: [row({ total: 44 })], compared, series: [] };
  let [total] = totalCards(rows);
  let perDay = perDayCard(rows, { days, step: 'daily', today: '2026-04-05' });
  expect(perDay).toMatchObject({ value: 1, before: '1', change: { text: '+10%', direction: 'up' } });
  expect(perDay.change).toEqual(total!.change);
});

test('a breakdown has rows for unknown values and for all others', () => {
  let rows = [row({ country: '', total: 30 }), row({ country: 'DE', total: 6, unique_origins: 4 })];
  expect(breakdownBars(rows, reportDimensions.country, 37).map((bar) => [bar.name, bar.value, bar.inner])).toEqual([
    ['Germany', '6', '4'],
    ['Unknown country', '30', '30'],
    ['All others', '1', ''],
  ]);
});

test('two spellings of a platform are counted as one', () => {
  let rows = [
    row({ platform: 'linux', total: 5 }),
    row({ platform: 'darwin', total: 3 }),
    row({ platform: 'macos', total: 4 }),
  ];
  let { slices } = breakdownDonut(rows, reportDimensions.platform, 12);
  expect(slices.map((slice) => [slice.name, slice.value])).toEqual([
    ['macOS', '7'],
    ['Linux', '5'],
  ]);
});

test('countries have English names, and unknown codes stay as they are', () => {
  expect([countryName('JP'), countryName('ZZ'), countryName('nowhere')]).toEqual([
    'Japan',
    'Unknown Region',
    'nowhere',
  ]);
});

describe('companies', () => {
  let seen = { first_seen: '2026-03-01T10:00:00.000Z', last_seen: '2026-03-04T10:00:00.000Z' };
  let acme = { company_name: 'Acme', company_domain: 'acme.example' };

  test('have separate counts of downloads and views, which are never added up', () => {
    let rows = [
      row({ ...acme, ...seen, total: 9, unique_origins: 4 }),
      row({ company_name: '', company_domain: '', total: 50 }),
      row({
        ...acme,
        artifact_type: 'tracking-pixel',
        total: 3,
        first_seen: '2026-02-20T00:00:00.000Z',
        last_seen: '2026-03-02T00:00:00.000Z',
      }),
    ];
    let { rows: shown, rest } = companyTable(rows, { downloads: 60, views: 4 }, 10);
    expect(shown).toEqual([
      {
        name: 'Acme',
        to: '',
        profile: '',
        domain: 'acme.example',
        downloads: '9',
        uniqueDownloads: '4',
        views: '3',
        firstSeen: 'Feb 20, 2026',
        isNew: false,
        lastSeen: 'Mar 4, 2026',
      },
    ]);
    let unknown = '51 downloads and 1 view from unknown companies and hosting providers.';
    expect(rest).toBe(unknown);
    // However few rows are shown, the same events are unknown.
    let more = [...rows, ...['A', 'B'].map((name) => row({ company_name: name, total: 1 }))];
    expect(companyTable(more, { downloads: 62, views: 4 }, 1).rest).toBe(`2 more companies. ${unknown}`);
    expect(companyTable(more, { downloads: 62, views: 4 }, 2).rest).toBe(`One more company. ${unknown}`);
    let many = Array.from({ length: companyRowsMax }, (_, i) => row({ company_name: `C${i}`, total: 1 }));
    expect(companyTable(many, { downloads: 250, views: 0 }, 10).rest).toBe(
      `190 more companies. 50 downloads from unlisted or unknown companies and hosting providers.`,
    );
    for (let [newFrom, isNew] of [
      [Date.parse('2026-02-20'), true],
      [Date.parse('2026-02-21'), false],
    ] as const)
      expect(companyTable(rows, { downloads: 60, views: 4 }, 10, { newFrom }).rows[0]?.isNew).toBe(isNew);
  });

  test('beyond the requested rows have an upper bound instead of zero', () => {
    let views = Array.from({ length: companyRowsMax }, (_, i) =>
      row({ artifact_type: 'tracking-pixel', company_name: `C${i}`, company_domain: '', total: 1_000 - i, ...seen }),
    );
    let { rows: shown } = companyTable(
      [row({ ...acme, ...seen, total: 5_000 }), ...views],
      { downloads: 5_000, views: 1 },
      2,
    );
    expect(shown[0]).toMatchObject({ name: 'Acme', downloads: '5,000', views: '≤ 801' });
    expect(shown[1]).toMatchObject({ name: 'C0', downloads: '0', views: '1,000' });
  });

  test('have no note when all are listed', () => {
    expect(companyTable([row({ ...acme, ...seen, total: 2 })], { downloads: 2, views: 0 }, 10).rest).toBe('');
  });
});
