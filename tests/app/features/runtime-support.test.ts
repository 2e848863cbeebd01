import { describe, expect, it } from 'vitest';
import { wholeDays } from 'contract/analytics/asked-time';
import { timeBuckets } from 'app/charts/date-buckets.server';
import { runtimesOverTime, supportDetails } from 'app/features/analytics/runtime-support.server';

function row(runtime: string, total: number, users: number) {
  return { artifact_type: 'package' as const, runtime, total, unique_origins: users, unique_endpoints: null };
}

it('says how many downloads and users a version of a runtime and all older ones have', () => {
  let rows = [
    row('Node.js 20', 60, 6),
    row('Python 3.12', 50, 5),
    row('Node.js 18', 30, 4),
    row('', 20, 3),
    row('Python 3.9', 10, 1),
    row('Node.js 9', 10, 2),
    row('PHP 8.2', 5, 1),
  ];
  let details = [...supportDetails(rows)];
  expect(Object.fromEntries(details.map(([runtime, { text }]) => [runtime, text]))).toEqual({
    'Node.js 18': '18 and older: 40% of Node.js downloads, 6 users',
    'Node.js 9': '9 and older: 10% of Node.js downloads, 2 users',
    'Python 3.9': '3.9 and older: 17% of Python downloads, 1 user',
  });
  expect(
    supportDetails(rows)
      .get('Node.js 18')
      ?.rows.map(({ runtime }) => runtime),
  ).toEqual(['Node.js 18', 'Node.js 9']);
  expect(supportDetails([])).toEqual(new Map());
});

describe('runtimes over time', () => {
  const days = { from: '2026-11-01', to: '2026-11-02' };
  const buckets = timeBuckets(wholeDays(days), 'daily', { today: '2026-11-05', hour: 0 });
  const on = (date: string, runtime: string, total: number) => ({ ...row(runtime, total, 0), date });

  it('are the most used ones as shares of downloads that name one, and all others', () => {
    let rows = ['1', '2', '3', '4', '5', '6', '7'].map((name, i) => on('2026-11-01', `Python 3.${name}`, 10 - i));
    let chart = runtimesOverTime([...rows, on('2026-11-02', 'Python 3.7', 50), on('2026-11-01', '', 500)], buckets)!;
    expect(chart.lines.map(({ name }) => name)).toEqual([
      'Python 3.7',
      'Python 3.1',
      'Python 3.2',
      'Python 3.3',
      'Python 3.4',
      'All others',
    ]);
  });

  it('have no chart if no client names one', () => {
    expect(runtimesOverTime([on('2026-11-01', '', 5)], buckets)).toBeNull();
  });
});
