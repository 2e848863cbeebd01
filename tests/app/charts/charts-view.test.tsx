// @vitest-environment jsdom
/**
 * The charts in a browser: accessible images, values at each point, and the same values in a table.
 */
import { createRemixStub } from '@remix-run/testing';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { wholeDays } from 'contract/analytics/asked-time';
import { BarList } from 'app/charts/bar-list';
import { donut } from 'app/charts/donut.server';
import { bars, lineChart, sparkline } from 'app/charts/geometry.server';
import { timeBuckets } from 'app/charts/date-buckets.server';
import { Donut } from 'app/charts/donut';
import { omitRepeatedMarkup } from 'app/charts/chart-markup.server';
import { LineChart, type LineChartProps } from 'app/charts/line-chart.server';
import { Sparkline } from 'app/charts/sparkline';
import { tableHeads } from 'app/charts/table-sort.server';
import { stackedChart } from 'app/charts/stacked-area.server';

const buckets = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-03' }), 'daily', { today: '2026-03-03' });

function linesOfThreeDays() {
  return lineChart(
    [
      { name: 'Downloads', values: [1_000, 20, 3] },
      { name: 'Unique users', values: [900, 10, 2] },
      { name: 'The 3 days before', values: [null, 30, 40], isPreviousPeriod: true },
    ],
    buckets,
  );
}

function show(more: Partial<LineChartProps> = {}) {
  return render(<LineChart chart={linesOfThreeDays()} title="Downloads over time" bucketName="Day" {...more} />);
}

function rowsOf(name: string) {
  let table = screen.getByRole('table', { name, hidden: true });
  let rows = within(table).getAllByRole('row', { hidden: true });
  return rows.map((row) => [...row.children].map((cell) => cell.textContent));
}

describe('a line chart', () => {
  test('is an image with a name and a description', () => {
    show();
    let picture = screen.getByRole('img', { name: 'Downloads over time' });
    expect(picture).toHaveAccessibleDescription(
      'Mar 1, 2026 to Mar 3, 2026. Downloads between 3 and 1,000, highest at Mar 1, 2026; Unique users between 2 and 900, highest at Mar 1, 2026; The 3 days before between 30 and 40, highest at Mar 3, 2026.',
    );
  });

  test('says the values of each point, and marks the current one as incomplete', () => {
    show();
    let points = within(screen.getByRole('group', { name: 'Downloads over time, point by point' })).getAllByRole(
      'note',
    );
    expect(
      points.map((point) => [...point.firstElementChild!.children].map((part) => part.textContent?.trim())),
    ).toEqual([
      ['Mar 1, 2026', 'Downloads 1,000', 'Unique users 900', 'The 3 days before –'],
      ['Mar 2, 2026', 'Downloads 20 −33%', 'Unique users 10', 'The 3 days before 30'],
      ['Mar 3, 2026 (incomplete)', 'Downloads 3', 'Unique users 2', 'The 3 days before 40'],
    ]);
    expect(screen.getByText(/today is incomplete/)).toBeVisible();
  });

  test('has one point in the order of Tab, the newest', () => {
    show();
    let group = screen.getByRole('group', { name: 'Downloads over time, point by point' });
    expect(
      within(group)
        .getAllByRole('note')
        .map((point) => point.tabIndex),
    ).toEqual([-1, -1, 0]);
  });

  test('has lines that are distinguishable without color, and have names', () => {
    let { container } = show();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Downloads',
      'Unique users',
      'The 3 days before',
    ]);
    let lines = container.querySelectorAll('svg[role=img] > path[stroke-width]:not(.opacity-60)');
    let strokes = [...lines].map((path) => [path.getAttribute('stroke-dasharray'), path.getAttribute('stroke-width')]);
    expect(strokes).toEqual([
      [null, '1.5'],
      ['6 3', '2'],
      [null, '2'],
    ]);
  });

  test('has its values in a table, too', () => {
    show();
    expect(rowsOf('Downloads over time')).toEqual([
      ['Day (UTC)', 'Downloads', 'Unique users', 'The 3 days before'],
      ['Mar 1, 2026', '1,000', '900', '–'],
      ['Mar 2, 2026', '20', '10', '30'],
      ['Mar 3, 2026', '3', '2', '40'],
    ]);
  });

  test('has a table that links sort, by each column and back, and a file', () => {
    let page = '/analytics/ada?range=last-7-days&order=downloads-over-time.3.down';
    show({ links: { page, file: '/over-time.csv' } });
    expect(rowsOf('Downloads over time').map(([day]) => day)).toEqual([
      'Day (UTC)',
      'Mar 3, 2026',
      'Mar 2, 2026',
      'Mar 1, 2026',
    ]);
    let orderOf = (name: string) => {
      let link = screen.getByRole('link', { name, hidden: true });
      return [link.getAttribute('href'), link.parentElement!.getAttribute('aria-sort')];
    };
    let to = '/analytics/ada?range=last-7-days&order=downloads-over-time.';
    expect(orderOf('The 3 days before ↓')).toEqual([`${to}3.up#downloads-over-time-table`, 'descending']);
    expect(orderOf('Downloads')).toEqual([`${to}1.down#downloads-over-time-table`, null]);
    expect(orderOf('Day (UTC)')).toEqual([`${to}0.up#downloads-over-time-table`, null]);
    let file = screen.getByRole('link', { name: /^Download CSV/, hidden: true });
    expect(file).toHaveAttribute('href', '/over-time.csv');
  });

  test('has flags, whose words are in its points and in its table', () => {
    let flags = [{ at: 1, label: '2.5.0', text: 'Mar 2, 2026: first download of 2.5.0' }];
    show({ chart: { ...linesOfThreeDays(), flags } });
    expect(screen.getByText('2.5.0')).toBeInTheDocument();
    expect(screen.getAllByRole('note')[1]).toHaveTextContent('first download of 2.5.0');
    expect(rowsOf('Downloads over time')[2]![0]).toBe('Mar 2, 2026Mar 2, 2026: first download of 2.5.0');
  });
});

test('shares of a whole stand on each other, from the last below to the first on top', () => {
  let chart = stackedChart(
    [
      { name: '2.0', values: [1, 0, 3] },
      { name: '1.0', values: [3, 0, 1] },
    ],
    buckets,
  );
  // A point without a neighbor has its part of the axis.
  expect(chart.lines.map(({ path }) => path)).toEqual(['M0,0L250,0M750,0L1000,0', 'M0,25L250,25M750,75L1000,75']);
  expect(chart.lines.map(({ texts }) => texts)).toEqual([
    ['1 · 25%', '0', '3 · 75%'],
    ['3 · 75%', '0', '1 · 25%'],
  ]);
  expect(chart.yTicks.map(({ label }) => label)).toEqual(['0%', '25%', '50%', '75%', '100%']);
  render(<LineChart chart={chart} title="Versions" bucketName="Day" />);
  expect(rowsOf('Versions')[1]).toEqual(['Mar 1, 2026', '1 · 25%', '3 · 75%']);
});

test('a donut lists its parts in their order', () => {
  let data = donut([
    { name: 'Linux', value: 1_500_000 },
    { name: 'Windows', value: 500_000 },
  ]);
  render(<Donut data={data} title="Downloads by platform" unit="downloads" nameLabel="Platform" />);
  let picture = screen.getByRole('img', { name: 'Downloads by platform' });
  expect(picture).toHaveAccessibleDescription('Clockwise from the top: Linux 75%, Windows 25%.');
  expect(screen.getByRole('row', { name: /Windows 500,000 25%/ })).toBeVisible();
  expect(screen.getByTitle('2,000,000')).toHaveTextContent('2M');
});

test('a bar list is a table, with a dash for unknown values', () => {
  let rows = bars(
    [
      { name: 'Germany', value: 30, inner: 12 },
      { name: 'All others', value: 10, isRest: true },
    ],
    40,
  );
  render(
    <BarList
      bars={rows}
      title="Downloads by country"
      nameLabel="Country"
      valueLabel="Downloads"
      innerLabel="Unique users"
    />,
  );
  let cells = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells.slice(1)).toEqual([
    ['Germany', '30', '75%', '12'],
    ['All others', '10', '25%', '–'],
  ]);
});

test('a list has heads that sort it, the numbers first from the highest on, and a file', () => {
  let page = '/analytics/ada?by=country&order=downloads-by-country.1.down';
  let table = { heads: tableHeads(page, 'downloads-by-country', { count: 3 }), file: '/by.csv' };
  let Component = () => (
    <BarList
      bars={bars([{ name: 'Germany', value: 3, inner: 1 }], 3)}
      title="Downloads by country"
      nameLabel="Country"
      valueLabel="Downloads"
      innerLabel="Unique users"
      table={table}
    />
  );
  let Stub = createRemixStub([{ path: '/', Component }]);
  render(<Stub />);
  let headOf = (name: RegExp) => {
    let link = screen.getByRole('link', { name });
    return [link.getAttribute('href'), link.closest('th')!.getAttribute('aria-sort')];
  };
  let to = '/analytics/ada?by=country&order=downloads-by-country.';
  expect(headOf(/^Country$/)).toEqual([`${to}0.up#downloads-by-country-table`, null]);
  expect(headOf(/^Downloads$/)).toEqual([`${to}1.up#downloads-by-country-table`, 'descending']);
  expect(headOf(/^Unique users$/)).toEqual([`${to}2.down#downloads-by-country-table`, null]);
  expect(screen.getByRole('table')).toHaveAttribute('id', 'downloads-by-country-table');
  let file = screen.getByRole('link', { name: /^Download CSV ?: Downloads by country$/ });
  expect(file).toHaveAttribute('href', '/by.csv');
});

test('days, slices and bars lead to their reports; what has no report is text', () => {
  let values = [{ name: 'Downloads', values: [1, 2, 3] }];
  let chart = lineChart(values, buckets, ({ from, to }) => `/report?from=${from}&to=${to}`);
  let slices = donut([
    { name: 'Linux', value: 2, to: '/report?linux' },
    { name: 'All others', value: 1 },
  ]);
  let listed = bars([{ name: 'Germany', value: 30, to: '/report?germany' }], 40);
  let Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <>
          <LineChart chart={chart} title="Downloads over time" bucketName="Day" />
          <Donut data={slices} title="Downloads by platform" unit="downloads" nameLabel="Platform" />
          <BarList bars={listed} title="Downloads by country" nameLabel="Country" valueLabel="Downloads" />
        </>
      ),
    },
  ]);
  let { container } = render(<Stub />);
  let linkOf = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href');
  expect(linkOf('Mar 2, 2026')).toBe('/report?from=2026-03-02&to=2026-03-02');
  expect(linkOf('Mar 2, 2026 Downloads 2')).toBe('/report?from=2026-03-02&to=2026-03-02');
  expect(linkOf('Linux')).toBe('/report?linux');
  expect(linkOf('Germany')).toBe('/report?germany');
  expect(screen.queryByRole('link', { name: 'All others' })).toBeNull();
  let ofShapes = [...container.querySelectorAll('.points > a, svg a')].map((link) => link.getAttribute('href'));
  expect(ofShapes).toEqual(
    [1, 2, 3].map((day) => `/report?from=2026-03-0${day}&to=2026-03-0${day}`).concat('/report?linux'),
  );
});

test('the only day of a chart leads nowhere', () => {
  expect(lineChart([{ name: 'Downloads', values: [7] }], buckets.slice(2), () => '/report').links).toEqual([]);
});

test('a sparkline has a name', () => {
  render(<Sparkline data={sparkline([1, 2, 3], 'Downloads over the range')!} />);
  expect(screen.getByRole('img', { name: 'Downloads over the range' })).toBeInTheDocument();
});

test('the markup of a chart is in a document once, and in the data of a page that is not one', () => {
  let [first, same, other] = ['<b>1</b>', '<b>1</b>', '<b>2</b>'].map((html) => ({ html, key: '' }));
  omitRepeatedMarkup({ isDocument: true }, [first, same, other, null]);
  expect(first!.html).toBe('<b>1</b>');
  expect(JSON.stringify(first)).not.toContain('<b>');
  expect(first!.key).toBe(same!.key);
  expect(first!.key).not.toBe(other!.key);
  let asData = { html: '<b>1</b>' };
  omitRepeatedMarkup({}, [asData]);
  expect(JSON.stringify(asData)).toBe('{"html":"<b>1</b>"}');
});
