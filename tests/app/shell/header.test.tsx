// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { OwnerContext } from 'app/links/paths';
import type { ShellData } from 'app/shell/shell-data.server';
import { grace, show } from '../../support/shell-page';

const ofGrace: OwnerContext = { tag: 'user', context: 'grace' };

function menuOf(words: RegExp): HTMLElement {
  let summaries = [...document.querySelectorAll('header details[name=menu] > summary')];
  let summary = summaries.find((element) => words.test(element.textContent ?? ''));
  if (!summary) throw new Error(`no menu ${words.source}`);
  return summary.parentElement!;
}

function links(of: HTMLElement): [string | null, string | null][] {
  return [...of.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
}

describe('the header of a signed-in person', () => {
  test('has the current one of many organizations first', async () => {
    let many = Array.from({ length: 200 }, (_, i) => `team-${i}`);
    await show({ shell: { ...grace, organizations: [...many, 'hopper-labs'] } });
    let account = within(menuOf(/Account menu/));
    let [personal, first, second] = account.getAllByRole('button', { hidden: true });
    expect([personal, first, second].map((item) => item?.textContent)).toEqual([
      'Personal account',
      'hopper-labs',
      'team-0',
    ]);
    expect(first).toHaveAttribute('aria-current', 'true');
  });

  // @spec 2: Create menu: its four entries, scoped to the current owner
  test('links to the tools, create pages and search of the shown owner', async () => {
    await show({});
    expect(links(menuOf(/Tools/))).toEqual([
      ['Packages', '/packages/hopper-labs/overview?range=last-month'],
      ['Pixels', '/pixels/hopper-labs?range=last-month'],
      ['Collections', '/collections/hopper-labs'],
    ]);
    expect(links(menuOf(/Create/))).toEqual([
      ['New Package', '/new-package/hopper-labs'],
      ['New Pixel', '/new-pixel/hopper-labs'],
      ['New Collection', '/collections/hopper-labs#new'],
      ['New Organization', '/new-organization'],
    ]);
    let header = within(screen.getByRole('banner'));
    for (let search of header.getAllByRole('link', { name: 'Search' }))
      expect(search).toHaveAttribute('href', '/search?owner=hopper-labs&range=last-month');
    expect(header.getByRole('link', { name: /Landfall/ })).toHaveAttribute(
      'href',
      '/home/hopper-labs?range=last-month',
    );
  });

  test('has the main pages of the owner in a second line, the current one marked', async () => {
    await show({ shell: { ...grace, showInsights: true }, query: '?filter_id=7' });
    let sections = screen.getByRole('navigation', { name: 'Sections' });
    expect(links(sections)).toEqual([
      ['Overview', '/home/hopper-labs?filter_id=7'],
      ['Analytics', '/analytics/hopper-labs?filter_id=7'],
      ['Packages', '/packages/hopper-labs/overview'],
      ['Pixels', '/pixels/hopper-labs'],
      ['Companies', '/insights/hopper-labs?filter_id=7'],
      ['Leads', '/organizations/hopper-labs/lead-generation'],
      ['Alerts', '/organizations/hopper-labs/alerts'],
      ['Share links', '/organizations/hopper-labs/share-links'],
      ['Exports', '/organizations/hopper-labs/exports'],
    ]);
    expect(sections.querySelectorAll('[aria-current]')).toHaveLength(1);
    expect(within(sections).getByText('Analytics')).toHaveAttribute('aria-current', 'page');
    cleanup();
    await show({ shell: { ...grace, isOwnerKnown: false } });
    expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull();
  });

  test('switches between the person and their organizations by posts that include the page', async () => {
    await show({});
    let forms = [...menuOf(/Account menu/).querySelectorAll('form')].map((form) => [
      form.textContent,
      form.getAttribute('action'),
      Object.fromEntries(new FormData(form)),
      form.querySelector('button')?.getAttribute('aria-current'),
    ]);
    let path = '/analytics/hopper-labs?range=last-month';
    expect(forms).toEqual([
      ['Personal account', '/context', { owner: 'grace', path }, null],
      ['hopper-labs', '/context', { owner: 'hopper-labs', path }, 'true'],
      ['univac', '/context', { owner: 'univac', path }, null],
      ['Sign out', '/logout', {}, null],
    ]);
  });

  test('shows the signed-in person when an organization is shown', async () => {
    await show({});
    expect(menuOf(/Account menu/).querySelector('summary')).toHaveTextContent(/hopper-labs.*Grace Hopper/);
  });

  test('shows Admin to a platform admin', async () => {
    let root = { ...grace, displayName: 'Root', isAdmin: true, owner: { tag: 'user' as const, context: 'grace' } };
    await show({ shell: root });
    expect(menuOf(/Account menu/).querySelector('summary')).toHaveTextContent(/Root.*Admin/);
  });

  // @spec 2: The menu names the person whose pages a platform admin looks at
  test('names the person a platform admin acts as', async () => {
    let root = { ...grace, username: 'root', displayName: 'Root Admin', isAdmin: true };
    await show({ shell: { ...root, owner: { tag: 'user', context: 'ada' } } });
    expect(menuOf(/Account menu/).querySelector('summary')).toHaveTextContent(/ada.*Root Admin/);
  });

  // @spec 2: Admin for platform admins only
  test('links to the admin area for platform admins only', async () => {
    await show({ shell: { ...grace, isAdmin: true } });
    expect(links(menuOf(/Account menu/))).toEqual([
      ['Settings', '/organizations/hopper-labs'],
      ['Admin', '/admin'],
      ['Organizations', '/organizations'],
    ]);
    cleanup();
    await show({});
    expect(document.querySelector('a[href="/admin"]')).toBeNull();
  });

  test('offers readers only a new organization', async () => {
    await show({ shell: { ...grace, mayCreate: false } });
    expect(links(menuOf(/Create/))).toEqual([['New Organization', '/new-organization']]);
  });

  test('has the same items in one panel for narrow screens', async () => {
    await show({});
    let panel = document.querySelector<HTMLElement>('details[data-panel]')!;
    expect(links(panel).map(([label]) => label)).toEqual([
      'Overview',
      'Analytics',
      'Packages',
      'Pixels',
      'Collections',
      'Leads',
      'Alerts',
      'Share links',
      'Exports',
      'Documentation',
      'New Package',
      'New Pixel',
      'New Collection',
      'New Organization',
      'Settings',
      'Organizations',
    ]);
    expect([...panel.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
      'Personal account',
      'hopper-labs',
      'univac',
      'Sign out',
    ]);
    expect(panel.querySelectorAll('details[name=panel-view]')).toHaveLength(2);
  });

  // @spec 2: Personal account entry: user home, or /account when context unknown
  test('links the personal account: the same page, its home when it is shown already, or /account without an owner', async () => {
    let personal = async (shell: Partial<ShellData>) => {
      cleanup();
      await show({ shell: { ...grace, ...shell } });
      let button = within(menuOf(/Account menu/))
        .getByText('Personal account')
        .closest('button');
      return [new FormData(button!.form!).get('path'), button!.getAttribute('aria-current')];
    };
    expect(await personal({})).toEqual(['/analytics/hopper-labs?range=last-month', null]);
    expect(await personal({ owner: ofGrace })).toEqual(['/home/grace', 'true']);
    expect(await personal({ owner: ofGrace, isOwnerKnown: false })).toEqual(['/account', null]);
  });

  // @spec 2: Settings: account page or organization edit page by context
  test('links to the settings of the shown owner', async () => {
    let settings = async (shell: Partial<ShellData>) => {
      cleanup();
      await show({ shell: { ...grace, ...shell } });
      return links(menuOf(/Account menu/)).find(([label]) => label === 'Settings')?.[1];
    };
    expect(await settings({})).toBe('/organizations/hopper-labs');
    expect(await settings({ owner: ofGrace })).toBe('/account');
  });

  // @spec 2: Logo leads to the owner home, or the landing page without an owner in context
  test('links its logo to the home page with the filter, and to the landing page without an owner', async () => {
    let logo = async (shell: Partial<ShellData> | null, query = '', landingUrl?: string) => {
      cleanup();
      await show({ shell: shell && { ...grace, ...shell }, query, siteData: { landingUrl } });
      return screen.getByRole('link', { name: /Landfall/ }).getAttribute('href');
    };
    expect(await logo({})).toBe('/home/hopper-labs');
    expect(await logo({}, '?filter_id=7')).toBe('/home/hopper-labs?filter_id=7');
    expect(await logo({ owner: ofGrace })).toBe('/home/grace');
    expect(await logo({ owner: ofGrace, isOwnerKnown: false })).toBe('/');
    let landing = 'https://landing.test/';
    expect(await logo({ owner: ofGrace, isOwnerKnown: false }, '', landing)).toBe(landing);
    expect(await logo(null, '', landing)).toBe(landing);
    expect(await logo({}, '', landing)).toBe('/home/hopper-labs');
  });

  // @spec 2: Tools menu: Packages, Pixels, Collections; Company Insights only with the flag
  test('has Company Insights among the tools when its page is on', async () => {
    await show({ shell: { ...grace, showInsights: true } });
    expect(links(menuOf(/Tools/))).toContainEqual(['Company Insights', '/insights/hopper-labs?range=last-month']);
    cleanup();
    await show({});
    expect(document.querySelector('a[href^="/insights"]')).toBeNull();
  });

  // @spec 2: Trial badge in the header, short form on narrow screens
  // @spec 4: Trial badge: green with days left (long and short), yellow once expired; hidden while
  //   suppressed
  test('has a trial badge in the bar and a shorter one next to the panel', async () => {
    let badges = async (trialDays: number | null) => {
      cleanup();
      await show({ shell: { ...grace, notices: { ...grace.notices, trialDays } } });
      return screen.queryAllByText(/^Trial - /).map((badge) => badge.textContent);
    };
    expect(await badges(5)).toEqual(['Trial - 5 days left', 'Trial - 5d', 'Trial - 5 days left', 'Trial - 5d']);
    expect(await badges(-1)).toEqual(['Trial - Expired', 'Trial - Expired']);
    expect(await badges(null)).toEqual([]);
  });

  // @spec 2: Organization list scrolls, choosing one switches, the current one has a check mark
  test('lists all of sixty organizations in a scrolling menu, one with a check mark', async () => {
    let organizations = Array.from({ length: 60 }, (_, i) => `org-${i + 1}`);
    await show({ shell: { ...grace, organizations, owner: { tag: 'organization', context: 'org-60' } } });
    let list = within(menuOf(/Account menu/))
      .getByText('org-1')
      .closest('ul')!;
    expect(list).toHaveClass('overflow-y-auto', { exact: false });
    expect(list.className).toMatch(/\bmax-h-/);
    expect(list.querySelectorAll('li')).toHaveLength(60);
    let marked = [...list.querySelectorAll('[aria-current=true]')];
    expect(marked.map((button) => button.textContent)).toEqual(['org-60']);
    expect(marked[0]!.querySelector('svg')).not.toBeNull();
    expect(list.querySelectorAll('svg')).toHaveLength(1);
  });

  // @spec 2: The Documentation link always leads somewhere
  test('links to the operator’s documentation, or to that of the product', async () => {
    let addresses = () => screen.getAllByText('Documentation').map((link) => link.getAttribute('href'));
    await show({});
    expect(new Set(addresses())).toEqual(new Set(['https://docs.test/']));
    cleanup();
    await show({ siteData: { docsUrl: undefined } });
    expect(new Set(addresses())).toEqual(new Set(['/docs']));
  });
});

describe('acting as', () => {
  let acting = (as: OwnerContext): ShellData => ({ ...grace, isAdmin: true, acting: { actor: 'root', as } });

  test.each([
    [{ tag: 'user', context: 'grace' }, '/account'],
    [{ tag: 'organization', context: 'hopper-labs' }, '/organizations/hopper-labs'],
  ] as const)('%j is shown below the header, with links to the settings and to the end of acting', async (as, to) => {
    await show({ shell: acting(as) });
    let banner = screen.getByRole('complementary', { name: 'Acting as' });
    expect(banner).toHaveTextContent(`Acting as: ${as.context}`);
    expect(within(banner).getByRole('link')).toHaveAttribute('href', to);
    let form = within(banner).getByRole('button', { name: 'Stop acting' }).closest('form');
    expect([form?.getAttribute('action'), form?.method]).toEqual(['/acting/end', 'post']);
  });

  // @spec 2: Platform admins see the actor name in the menu
  test('the menu names the actor', async () => {
    await show({ shell: acting({ tag: 'user', context: 'grace' }) });
    let menu = menuOf(/Account menu/);
    expect(menu.querySelector('summary')).toHaveTextContent(/hopper-labs.*root/);
    expect(menu).toHaveTextContent('Signed in as root');
    expect(document.querySelector('details[data-panel]')).toHaveTextContent('Signed in as root');
    cleanup();
    await show({});
    expect(screen.queryByText(/Signed in as/)).toBeNull();
  });

  test('is hidden without impersonation', async () => {
    await show({});
    expect(screen.queryByText(/Acting as/)).toBeNull();
  });
});

// @spec 6: Signed-out visitors see documentation, login and join only
test('the header of a visitor has documentation, login and join', async () => {
  await show({ shell: null });
  let nav = within(screen.getByRole('banner'));
  expect(nav.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  expect(nav.getByRole('link', { name: 'Join' })).toHaveAttribute('href', '/register');
  expect(nav.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', 'https://docs.test/');
  expect(nav.queryByText('Sign out')).toBeNull();
});
