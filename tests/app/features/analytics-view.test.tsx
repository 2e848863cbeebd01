// @vitest-environment jsdom
/** The form and the cards of a report in a browser. */
import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { RangeTools } from 'app/features/date-range/range-tools';
import { readRange } from 'app/features/date-range/range.server';
import { AnalyticsForm } from 'app/features/analytics/analytics-form';
import { ExportMenu } from 'app/features/analytics/export-menu';
import { TotalCards } from 'app/features/analytics/report-summary';
import { ChangeText } from 'app/ui/change-text';
import { readReportChoice } from 'app/features/analytics/report-params.server';
import { CompanyTable } from 'app/features/analytics/company-table';
import { Welcome } from 'app/features/analytics/getting-started';

const packages = [
  { id: 'p1', name: 'compiler' },
  { id: 'p2', name: 'flowmatic' },
];
const pixels = [
  { id: 'x1', name: 'manual' },
  { id: 'x2', name: 'readme' },
];

/** Shows a page at an address, and records every address that the page requests, in order. */
function show(page: (query: URLSearchParams) => ReactNode, start = '/analytics/ada') {
  let asked: string[] = [];
  let Stub = createRemixStub([
    {
      path: '/analytics/ada',
      loader: ({ request }) => {
        asked.push(new URL(request.url).search);
        return null;
      },
      Component: () => page(new URLSearchParams(start.split('?')[1])),
    },
  ]);
  render(<Stub initialEntries={[start]} hydrationData={{ loaderData: { '0': null } }} />);
  return asked;
}

function formAt(query: URLSearchParams) {
  let choice = readReportChoice(query, { packages, pixels });
  let { fields } = readRange(query, Date.parse('2026-03-31T12:00:00Z'));
  return (
    <AnalyticsForm
      owner="ada"
      form={{ choice, kept: { filter_id: choice.filterId }, packages, pixels }}
      range={<RangeTools fields={fields} steps={{ earlier: null, later: null, named: [] }} />}
    />
  );
}

describe('the form of a report', () => {
  test('shows the selection in the address', () => {
    show(formAt, '/analytics/ada?package=p2&range=last-month&pixels=show&pixel=x1&rollup=weekly');
    expect(screen.getByLabelText('Package')).toHaveDisplayValue('flowmatic');
    expect(screen.getByLabelText('Date range')).toHaveDisplayValue('Last month');
    expect(screen.getByLabelText('Show by')).toHaveDisplayValue('Weeks');
    expect(screen.getByLabelText('Show page views')).toBeChecked();
    expect(screen.getByLabelText('manual')).toBeChecked();
  });

  test('has a search field for many packages, sent by Enter, which takes names', async () => {
    let many = Array.from({ length: 41 }, (_, i) => ({ id: `id-${i}`, name: `tool-${i}` }));
    expect(readReportChoice(new URLSearchParams('package=Tool-7'), { packages: many, pixels }).package).toBe('id-7');
    let choice = readReportChoice(new URLSearchParams(), { packages: many, pixels });
    let asked = show(() => (
      <AnalyticsForm owner="ada" form={{ choice, kept: {}, packages: many, pixels }} range={null} />
    ));
    let field = screen.getByRole('combobox', { name: 'Package' });
    expect(field.querySelectorAll('option')).toHaveLength(0);
    await userEvent.type(field, 'tool-4');
    expect(asked).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => asked).toEqual(['?package=tool-4&pixels=hide']);
  });

  test('is sent when a selection changes, with a short address', async () => {
    let asked = show(formAt, '/analytics/ada?filter_id=f1');
    await userEvent.selectOptions(screen.getByLabelText('Date range'), 'Last 7 days');
    await expect.poll(() => asked.length).toBe(1);
    let query = new URLSearchParams(asked[0]);
    expect(query.get('range')).toBe('last-7-days');
    expect(query.get('filter_id')).toBe('f1');
    expect(query.has('from')).toBe(false);
    expect(query.has('pixels')).toBe(false);
  });

  test('is sent by its button when days are typed', async () => {
    let asked = show(formAt, '/analytics/ada?range=custom&from=2026-03-01&to=2026-03-05');
    let first = screen.getByLabelText('Start');
    await userEvent.clear(first);
    await userEvent.type(first, '2026-03-02');
    expect(asked).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Apply dates' }));
    await expect.poll(() => asked.length).toBe(1);
    let query = new URLSearchParams(asked[0]);
    expect([query.get('range'), query.get('from'), query.get('to')]).toEqual(['custom', '2026-03-02', '2026-03-05']);
  });

  test('shows an error for invalid days and keeps them', () => {
    show(formAt, '/analytics/ada?from=2026-02-30&to=2026-03-01');
    expect(screen.getByRole('alert')).toHaveTextContent('Selected date range was invalid or too long.');
    let first = screen.getByLabelText('Start');
    expect(first).toHaveValue('2026-02-30');
    expect(first).toBeInvalid();
    expect(first).toHaveAccessibleDescription(/invalid or too long/);
  });

  test('works as a form without scripts', () => {
    show(formAt);
    let form = screen.getByRole('form', { name: 'Report' });
    expect(form).toHaveAttribute('method', 'get');
    expect(form).toHaveAttribute('action', '/analytics/ada');
  });
});

test('cards show number, change and the period of comparison', () => {
  let card = { value: 1_234_567, text: '', newText: '', isUnique: false, before: '1,000,000' };
  let cards = [
    { ...card, label: 'Downloads', change: { text: '+23%', direction: 'up' as const } },
    { ...card, label: 'Views', change: null },
    { ...card, label: 'Views per day', value: 0, text: '<1', change: null, newText: 'None in the period before' },
    { ...card, label: 'Unique users', isUnique: true, change: null, before: '' },
  ];
  show(() => <TotalCards cards={cards} comparedWith="the 30 days before" />);
  expect(screen.getAllByTitle('1,234,567')[0]).toHaveTextContent('1.2M');
  expect(screen.getByTitle('1,000,000 in the 30 days before')).toHaveTextContent('up +23%');
  expect(screen.getByTitle('None in the period before')).toHaveTextContent('new');
  expect(screen.getByText('<1')).toBeVisible();
  expect(screen.getAllByText('How we count unique users')).toHaveLength(1);
});

test('a decrease is also shown as text', () => {
  render(<ChangeText change={{ text: '−4.0%', direction: 'down' }} />);
  expect(screen.getByText('−4.0%')).toHaveTextContent('down −4.0%');
});

test('the company table shows the requested rows, and how many it leaves out', () => {
  let row = {
    name: 'Acme',
    to: '/analytics/ada?where=x',
    profile: '/companies/ada/acme.example?range=last-30-days',
    domain: 'acme.example',
    downloads: '9',
    uniqueDownloads: '4',
    views: '3',
  };
  let rows = [{ ...row, firstSeen: 'Mar 1, 2026', isNew: true, lastSeen: 'Mar 4, 2026' }];
  let companies = { rows, rest: '2 downloads from unlisted or unknown companies.', table: null };
  show(() => <CompanyTable companies={companies} withDownloads withViews={false} />);
  let header = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
  expect(header).toEqual(['Company', 'Downloads', 'Unique users', 'First download', 'Last download']);
  expect(screen.getByText('2 downloads from unlisted or unknown companies.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Acme' })).toHaveAttribute('href', '/analytics/ada?where=x');
  expect(screen.getByRole('rowheader', { name: /^Acme New/ })).toBeVisible();
  let profile = screen.getByRole('link', { name: 'Profile of Acme' });
  expect(profile).toHaveAttribute('href', '/companies/ada/acme.example?range=last-30-days');
});

test.each([false, true])('the export menu says why a range is too long for events: %s', (isLong) => {
  let links = {
    events: '/events.csv',
    parquet: '/events.csv?format=parquet',
    overTime: '/over-time.csv',
    scripts: '/scripts',
  };
  show(() => <ExportMenu links={links} isLong={isLong} />);
  let names = screen.getAllByRole('link').map((link) => link.textContent);
  expect(names).toEqual(
    isLong
      ? ['Download chart as CSV']
      : ['Export event data', 'Export as Parquet', 'Download chart as CSV', 'Download with curl'],
  );
  expect(screen.queryByText('Choose at most 366 days to export events.') !== null).toBe(isLong);
});

test('the welcome links to a new package and a new pixel', () => {
  show(() => <Welcome owner="ada" setup="2 of 6 done" registries="npm and PyPI" imports="/account/imports" />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome to Landfall');
  expect(screen.getByRole('link', { name: 'npm' })).toHaveAttribute('href', '/new-package/ada?type=npm');
  expect(screen.getByRole('link', { name: 'Create a pixel' })).toHaveAttribute('href', '/new-pixel/ada');
  expect(screen.getByText('2 of 6 done')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the checklist' })).toHaveAttribute('href', '/admin');
  expect(screen.getByRole('link', { name: 'Import past data' })).toHaveAttribute('href', '/account/imports');
  expect(screen.getByText(/Works with npm and PyPI\./)).toBeVisible();
});
