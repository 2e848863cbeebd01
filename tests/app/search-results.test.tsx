// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { groupResults, SearchResults } from 'app/shell/search-results';

describe('search results', () => {
  const labels = { id: '1', owner: 'ada', name: 'engine' };
  const groups = groupResults([
    { type: 'package', package: { ...labels, type: 'file' } },
    { type: 'tracking-pixel', 'tracking-pixel': { ...labels, id: '2', name: 'readme', package: null } },
  ]);

  function results(query: string, found: typeof groups | null, filterId = '') {
    let Stub = createRemixStub([
      { path: '/', Component: () => <SearchResults query={query} groups={found} kept={{ filter_id: filterId }} /> },
    ]);
    render(<Stub />);
  }

  test('link a package to its dashboard with the filter, a pixel to its analytics', async () => {
    results('e', groups, '7');
    let found = within(await screen.findByRole('region', { name: 'Packages' })).getByRole('link');
    expect(found).toHaveAttribute('href', '/dashboard/ada?package=1&filter_id=7');
    let pixel = within(screen.getByRole('region', { name: 'Pixels' })).getByRole('link');
    expect(pixel).toHaveAttribute('href', '/analytics/ada?pixel=2&filter_id=7');
  });

  test('show a message without results, help, and nothing without a query', async () => {
    results('zzz', { packages: [], pixels: [] });
    expect(await screen.findByText('No results found')).toBeVisible();
    results('?', null);
    expect(await screen.findByRole('region', { name: 'How search works' })).toBeVisible();
  });
});
