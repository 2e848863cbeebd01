// @vitest-environment jsdom
/** The calendar and the list of companies in a browser. */
import { createRemixStub } from '@remix-run/testing';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { relativeTime } from 'app/charts/date-buckets.server';
import { CalendarHeatmap } from 'app/charts/calendar-view.server';
import { calendarData } from 'app/charts/calendar.server';
import { CompanyList } from 'app/features/companies/company-list';
import { confidenceOf } from 'app/features/companies/company-details.server';

const year = { from: '2025-03-20', to: '2026-03-20' };

describe('the calendar', () => {
  test('has a cell for every day, with weeks from left to right', () => {
    let { ground, squares, width, months } = calendarData(year, [
      { date: '2025-03-20', strong: 1, weak: 0 },
      { date: '2025-03-24', strong: 0, weak: 4 },
      { date: '2024-01-01', strong: 9, weak: 9 },
    ]);
    expect(ground.match(/z/g)).toHaveLength(366);
    expect(squares).toHaveLength(2);
    let [thursday, monday] = squares;
    expect(monday!.x).toBeGreaterThan(thursday!.x);
    expect(thursday!.y - monday!.y).toBe(3 * 13);
    expect([thursday!.half, monday!.half]).toEqual([false, true]);
    expect(width).toBe(monday!.x + 51 * 13 + 11);
    expect(months.map(({ label }) => label).join(' ')).toBe('Apr May Jun Jul Aug Sep Oct Nov Dec Jan Feb Mar');
  });

  test('is darker on days with more events, and never empty', () => {
    let day = (date: string, strong: number) => ({ date, strong, weak: 0 });
    let { squares } = calendarData(year, [day('2026-01-01', 1), day('2026-01-02', 40), day('2026-01-03', 1_000)]);
    expect(squares.map(({ level }) => level)).toEqual([1, 1, 4]);
  });

  test('has a text and a table as alternatives', () => {
    let data = calendarData(year, [
      { date: '2026-03-01', strong: 2, weak: 1 },
      { date: '2026-03-02', strong: 0, weak: 1 },
    ]);
    render(<CalendarHeatmap calendar={data} title="Days with events" strong="download" weak="view" />);
    let picture = screen.getByRole('img', { name: 'Days with events' });
    expect(picture).toHaveAccessibleDescription(
      'Mar 20, 2025 – Mar 20, 2026. 2 days with events. The busiest was Mar 1, 2026: 2 downloads, 1 view.',
    );
    let rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true });
    expect(rows.map((row) => row.textContent)).toEqual(['Day (UTC)DownloadsViews', 'Mar 2, 202601', 'Mar 1, 202621']);
  });

  test('shows a message without events', () => {
    render(
      <CalendarHeatmap calendar={calendarData(year, [])} title="Days with events" strong="download" weak="view" />,
    );
    expect(screen.getByRole('img')).toHaveAccessibleDescription(/0 days with events\.$/);
  });
});

describe('the list', () => {
  function show(total: number) {
    let moment = { iso: '2026-03-17T12:00:00Z', ago: '3 days ago', day: 'Mar 17, 2026' };
    let line = {
      key: 'acme.example',
      name: 'Acme',
      domain: 'acme.example',
      to: '/companies/ada/acme.example',
      stage: 'interest' as const,
      numbers: ['3', '2', '1', '1'],
      stageTo: '/insights/ada?stage=interest',
      country: { name: 'Germany', to: '/insights/ada?where=request_origin_country%3Aequals%3ADE' },
      firstSeen: moment,
      lastSeen: moment,
      points: '1.5',
      why: 'IP registered to Acme.',
    };
    let columns = [
      { label: 'Company', numeric: false, head: { to: '/insights/ada?sort=name', sorted: 'ascending' as const } },
      { label: 'Country', numeric: false },
    ];
    let list = { total, rangeLabel: 'Mar 2026', columns, lines: total > 0 ? [line] : [], stages: [] };
    let low = { label: 'Low-confidence matches', to: '/insights/ada?low=show', on: false };
    let Stub = createRemixStub([
      {
        path: '/',
        Component: () => <CompanyList {...list} low={low} leftOut={2} withPoints={false} next={null} />,
      },
    ]);
    render(<Stub />);
  }

  test('marks the sorted column, and links to each company', () => {
    show(1);
    expect(screen.getByRole('columnheader', { name: 'Company' })).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getByRole('columnheader', { name: 'Country' })).not.toHaveAttribute('aria-sort');
    expect(screen.getByRole('link', { name: 'Acme' })).toHaveAttribute('href', '/companies/ada/acme.example');
    expect(screen.getByRole('link', { name: 'Interest' })).toHaveAttribute('href', '/insights/ada?stage=interest');
    expect(screen.getByRole('link', { name: 'Germany' })).toHaveAttribute('href', expect.stringContaining('where='));
    expect(screen.getByRole('heading', { name: '1 company' })).toBeVisible();
    expect(screen.queryByText('1.5')).toBeNull();
    expect(screen.getByTitle('acme.example · IP registered to Acme.')).toHaveTextContent(/^Acme$/);
    expect(screen.getByText('2 uncertain matches hidden')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show uncertain matches' })).toHaveAttribute(
      'href',
      '/insights/ada?low=show',
    );
  });

  test('says what to try without companies', () => {
    show(0);
    expect(screen.getByText('No companies yet')).toBeVisible();
  });
});

test.each([
  [0, 'just now'],
  [-5_000, 'just now'],
  [60_000, '1 minute ago'],
  [3_600_000, '1 hour ago'],
  [26 * 3_600_000, 'yesterday'],
  [40 * 86_400_000, 'last month'],
  [800 * 86_400_000, '2 years ago'],
])('the duration of %d ms is %s', (ms, words) => {
  expect(relativeTime(1_000_000_000_000 - ms, 1_000_000_000_000)).toBe(words);
});

test.each([
  [null, 'Not known'],
  [0.49, 'Low'],
  [0.5, 'Medium'],
  [0.79, 'Medium'],
  [0.8, 'High'],
])('confidence %d is %s', (value, label) => {
  expect(confidenceOf(value).label).toBe(label);
});
