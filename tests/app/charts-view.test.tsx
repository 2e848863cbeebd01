// @vitest-environment jsdom
/**
 * The charts in a browser: accessible images, values under the pointer, and the same values in a
 * table.
 */
import { createRemixStub } from '@remix-run/testing';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BarList } from 'app/charts/bar-list';
import { bars, donut, lineChart, sparkline } from 'app/charts/geometry.server';
import { bucketsOf } from 'app/charts/days.server';
import { Donut } from 'app/charts/donut';
import { LineChart } from 'app/charts/line-chart';
import { Sparkline } from 'app/charts/sparkline';

const buckets = bucketsOf({ from: '2026-03-01', to: '2026-03-03' }, 'daily', '2026-03-03');

function linesOfThreeDays() {
  return lineChart(
    [
      { name: 'Downloads', values: [1_000, 20, 3] },
      { name: 'Unique sources', values: [900, 10, 2] },
    ],
    buckets,
  );
}

test('a line chart is an image with a name and a description', () => {
  render(<LineChart chart={linesOfThreeDays()} title="Downloads Over Time" bucketName="Day" />);
  let picture = screen.getByRole('img', { name: 'Downloads Over Time' });
  expect(picture).toHaveAccessibleDescription(
    'Mar 1, 2026 to Mar 3, 2026. Downloads between 3 and 1,000, highest at Mar 1, 2026; Unique sources between 2 and 900, highest at Mar 1, 2026.',
  );
});

test('every bucket shows its values under the pointer; the current one is marked as incomplete', () => {
  let { container } = render(<LineChart chart={linesOfThreeDays()} title="Downloads" bucketName="Day" />);
  let told = [...container.querySelectorAll('rect > title')].map((title) => title.textContent);
  expect(told).toEqual([
    'Mar 1, 2026\nDownloads: 1,000\nUnique sources: 900',
    'Mar 2, 2026\nDownloads: 20\nUnique sources: 10',
    'Mar 3, 2026 (incomplete)\nDownloads: 3\nUnique sources: 2',
  ]);
  expect(screen.getByText(/Shaded: incomplete period/)).toBeVisible();
});

test('lines are distinguishable without color, and have names', () => {
  let { container } = render(<LineChart chart={linesOfThreeDays()} title="Downloads" bucketName="Day" />);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Downloads', 'Unique sources']);
  let dashes = [...container.querySelectorAll('svg[role=img] > path[stroke-width]')].map((path) =>
    path.getAttribute('stroke-dasharray'),
  );
  expect(dashes).toEqual([null, '6 3']);
});

test('the values are also in a table', () => {
  render(<LineChart chart={linesOfThreeDays()} title="Downloads Over Time" bucketName="Day" />);
  let table = screen.getByRole('table', { name: 'Downloads Over Time', hidden: true });
  let rows = within(table).getAllByRole('row', { hidden: true });
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Day (UTC)', 'Downloads', 'Unique sources'],
    ['Mar 1, 2026', '1,000', '900'],
    ['Mar 2, 2026', '20', '10'],
    ['Mar 3, 2026', '3', '2'],
  ]);
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
      innerLabel="Unique sources"
    />,
  );
  let cells = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells.slice(1)).toEqual([
    ['Germany', '30', '75%', '12'],
    ['All others', '10', '25%', '–'],
  ]);
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
          <LineChart chart={chart} title="Downloads Over Time" bucketName="Day" />
          <Donut data={slices} title="Downloads by platform" unit="downloads" nameLabel="Platform" />
          <BarList bars={listed} title="Downloads by country" nameLabel="Country" valueLabel="Downloads" />
        </>
      ),
    },
  ]);
  let { container } = render(<Stub />);
  let linkOf = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href');
  expect(linkOf('Mar 2, 2026')).toBe('/report?from=2026-03-02&to=2026-03-02');
  expect(linkOf('Linux')).toBe('/report?linux');
  expect(linkOf('Germany')).toBe('/report?germany');
  expect(screen.queryByRole('link', { name: 'All others' })).toBeNull();
  let ofShapes = [...container.querySelectorAll('svg a')].map((link) => link.getAttribute('href'));
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
