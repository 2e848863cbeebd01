// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  actionDestinations,
  matchDestinations,
  pageDestinations,
  type SearchScope,
} from 'app/shell/search-destinations.server';
import { SearchResults } from 'app/shell/search-results';
import { groupResults } from 'app/shell/search.server';

describe('search results', () => {
  const labels = { id: '1', owner: 'ada', name: 'engine' };
  const groups = groupResults(
    [
      { type: 'package', package: { ...labels, type: 'file' } },
      { type: 'tracking-pixel', 'tracking-pixel': { ...labels, id: '2', name: 'readme', package: null } },
    ],
    { filter_id: '7' },
  );

  function results(query: string, found: typeof groups | null) {
    let Stub = createRemixStub([{ path: '/', Component: () => <SearchResults query={query} groups={found} /> }]);
    render(<Stub />);
  }

  // @spec 2: Search shows grouped Packages and Pixels; a package opens its dashboard with the
  //   filter, a pixel its analytics
  test('link a package to its dashboard with the filter, a pixel to its analytics', async () => {
    results('e', groups);
    let found = within(await screen.findByRole('region', { name: 'Packages' })).getByRole('link');
    expect(found).toHaveAttribute('href', '/dashboard/ada?package=1&filter_id=7');
    let pixel = within(screen.getByRole('region', { name: 'Pixels' })).getByRole('link');
    expect(pixel).toHaveAttribute('href', '/analytics/ada?pixel=2&filter_id=7');
  });

  // @spec 2: '?' shows help; an empty result shows 'No results found'
  test('show a message without results, help, and nothing without a query', async () => {
    results('zzz', []);
    expect(await screen.findByText('No results found')).toBeVisible();
    results('?', null);
    expect(await screen.findByRole('region', { name: 'How search works' })).toBeVisible();
  });
});

describe('pages and actions', () => {
  const member: SearchScope = {
    owner: 'hopper-labs',
    username: 'linus',
    role: 'member',
    isAdmin: false,
    organizations: ['hopper-labs', 'univac'],
  };
  let pages = (reader: SearchScope, query: string) =>
    matchDestinations(pageDestinations(reader, {}), query, 20).map(({ to }) => to);
  let actions = (reader: SearchScope, query: string) =>
    matchDestinations(actionDestinations(reader), query, 20).map(({ to }) => to);

  test('lead to the data collection notice by its purpose', () => {
    for (let query of ['privacy', 'opt out', 'readme', 'do not track'])
      expect(pages(member, query)).toEqual(['/data-collection/hopper-labs']);
  });

  test('of an organization are found by the beginnings of their words, in any order', () => {
    let owner: SearchScope = { ...member, role: 'owner' };
    expect(pages(owner, 'exp')).toEqual(['/organizations/hopper-labs/exports', '/account/exports']);
    expect(pages(owner, 'hopper exp')).toEqual(['/organizations/hopper-labs/exports']);
    expect(pages(owner, 'settings ORG')[0]).toBe('/organizations/hopper-labs');
    expect(pages(owner, 'orts')).toEqual([]);
    expect(actions(owner, 'package new')).toEqual(['/new-package/hopper-labs']);
    expect(actions(owner, 'archive')).toEqual(['/organizations/hopper-labs/archive', '/account/archive']);
    expect(actions(member, 'archive everything')).toEqual(['/account/archive']);
    expect(actions(owner, 'invite')).toEqual(['/organizations/hopper-labs/members']);
  });

  test('of a member are those that a member may open', () => {
    expect(pages(member, 'exp')).toEqual(['/account/exports']);
    expect(pages(member, 'live')).toEqual([]);
    expect(actions(member, 'new')).toEqual(['/new-organization', '/account/tokens']);
    expect(pages({ ...member, role: 'admin' }, 'live')).toEqual(['/live/hopper-labs']);
  });

  test('of an account are its own, once', () => {
    let own: SearchScope = { ...member, owner: 'linus', role: 'owner' };
    expect(pages(own, 'exports')).toEqual(['/account/exports']);
    expect(actions(own, 'invite')).toEqual([]);
    expect(actions(own, 'export')).toEqual(['/account/exports']);
  });

  test('of the administration are for platform admins, and other owners are found by name', () => {
    expect(pages(member, 'admin status')).toEqual([]);
    expect(pages({ ...member, isAdmin: true }, 'admin status')).toEqual(['/admin/status']);
    expect(pages(member, 'univ')).toEqual(['/home/univac']);
  });
});
