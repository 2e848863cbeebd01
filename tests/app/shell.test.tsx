// @vitest-environment jsdom
import { json } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { type FooterList, readFooterLinks } from 'app/footer-links';
import { describe as describePage } from 'app/meta';
import type { OwnerContext } from 'app/paths';
import { ErrorPage, readFailure } from 'app/shell/error-page';
import { allowsScripts, breadcrumbOf, type PageHandle } from 'app/shell/page';
import { groupResults, SearchResults } from 'app/shell/search-results';
import { Shell } from 'app/shell/shell';
import type { ShellData } from 'app/shell/shell-data.server';
import { Toasts } from 'app/shell/toasts';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';

const grace: ShellData = {
  username: 'grace',
  displayName: 'Grace Hopper',
  organizations: ['hopper-labs', 'univac'],
  isAdmin: false,
  acting: null,
  showInsights: false,
  owner: { tag: 'organization', context: 'hopper-labs' },
  mayCreate: true,
  isOwnerKnown: true,
  reachable: true,
  notices: { verification: null, recoveryCodes: [], trialDays: null, chat: null },
};

const ofGrace: OwnerContext = { tag: 'user', context: 'grace' };

const site = {
  theme: 'dark',
  toast: null,
  publicUrl: 'https://d.test',
  docsUrl: 'https://docs.test/',
  registration: 'open',
  landingUrl: undefined as string | undefined,
  attributions: [],
  footer: [] as FooterList[],
  development: false,
};

interface Page {
  shell?: ShellData | null;
  handle?: PageHandle;
  siteData?: Partial<typeof site> & { attributions?: string[] };
  children?: ReactNode;
  query?: string;
}

/**
 * A page at /analytics/hopper-labs in its shell, below a root that tells about the installation.
 */
async function show({ shell = grace, handle = {}, siteData = {}, children = <h1>Page</h1>, ...at }: Page) {
  let Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ ...site, ...siteData }),
      Component: () => <Outlet />,
      children: [{ path: 'analytics/:owner', handle, Component: () => <Shell shell={shell}>{children}</Shell> }],
    },
  ]);
  render(<Stub initialEntries={[`/analytics/hopper-labs${at.query ?? '?range=last-month'}`]} />);
  return screen.findByRole('main');
}

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
  test('leads to tools, new things and search of the owner shown', async () => {
    await show({});
    expect(links(menuOf(/Tools/))).toEqual([
      ['Packages', '/packages/hopper-labs/overview'],
      ['Pixels', '/pixels/hopper-labs'],
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
      expect(search).toHaveAttribute('href', '/search?owner=hopper-labs');
    expect(header.getByRole('link', { name: /Landfall/ })).toHaveAttribute('href', '/home/hopper-labs');
  });

  test('switches between the person and their organizations by posts that remember the page', async () => {
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

  test('says who is signed in where an organization is shown', async () => {
    await show({});
    expect(menuOf(/Account menu/).querySelector('summary')).toHaveTextContent(/hopper-labs.*Grace Hopper/);
  });

  test('says Admin to a platform admin', async () => {
    let root = { ...grace, displayName: 'Root', isAdmin: true, owner: { tag: 'user' as const, context: 'grace' } };
    await show({ shell: root });
    expect(menuOf(/Account menu/).querySelector('summary')).toHaveTextContent(/Root.*Admin/);
  });

  test('names the person whose pages a platform admin looks at', async () => {
    let root = { ...grace, username: 'root', displayName: 'Root Admin', isAdmin: true };
    await show({ shell: { ...root, owner: { tag: 'user', context: 'ada' } } });
    expect(menuOf(/Account menu/).querySelector('summary')).toHaveTextContent(/ada.*Root Admin/);
  });

  test('leads platform admins, and them alone, to their area', async () => {
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

  test('offers who only reads there nothing to make but an organization', async () => {
    await show({ shell: { ...grace, mayCreate: false } });
    expect(links(menuOf(/Create/))).toEqual([['New Organization', '/new-organization']]);
  });

  test('has the same in one panel for narrow screens', async () => {
    await show({});
    let panel = document.querySelector<HTMLElement>('details[data-panel]')!;
    expect(links(panel).map(([label]) => label)).toEqual([
      'Packages',
      'Pixels',
      'Collections',
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

  test('the personal account is a switch to the same page, its home for who is there already, and /account while no owner is known', async () => {
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

  test('the settings are those of the owner shown', async () => {
    let settings = async (shell: Partial<ShellData>) => {
      cleanup();
      await show({ shell: { ...grace, ...shell } });
      return links(menuOf(/Account menu/)).find(([label]) => label === 'Settings')?.[1];
    };
    expect(await settings({})).toBe('/organizations/hopper-labs');
    expect(await settings({ owner: ofGrace })).toBe('/account');
  });

  test('the logo leads home with the filter in force, and to the landing page while no owner is known', async () => {
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

  test('Company Insights stands among the tools where the page is switched on', async () => {
    await show({ shell: { ...grace, showInsights: true } });
    expect(links(menuOf(/Tools/))).toContainEqual(['Company Insights', '/insights/hopper-labs']);
    cleanup();
    await show({});
    expect(document.querySelector('a[href^="/insights"]')).toBeNull();
  });

  test('the trial badge stands in the bar and, shorter, beside the panel; nothing without a trial', async () => {
    let badges = async (trialDays: number | null) => {
      cleanup();
      await show({ shell: { ...grace, notices: { ...grace.notices, trialDays } } });
      return screen.queryAllByText(/^Trial - /).map((badge) => badge.textContent);
    };
    expect(await badges(5)).toEqual(['Trial - 5 days left', 'Trial - 5d', 'Trial - 5 days left', 'Trial - 5d']);
    expect(await badges(-1)).toEqual(['Trial - Expired', 'Trial - Expired']);
    expect(await badges(null)).toEqual([]);
  });

  test('sixty organizations scroll inside the menu, all of them there, one with a check mark', async () => {
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

  test('the documentation link leads to the operator’s site, or to the guide of the product', async () => {
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
  ] as const)('%j is said below the header, with the way there and the way back', async (as, to) => {
    await show({ shell: acting(as) });
    let banner = screen.getByRole('complementary', { name: 'Acting as' });
    expect(banner).toHaveTextContent(`Acting as: ${as.context}`);
    expect(within(banner).getByRole('link')).toHaveAttribute('href', to);
    let form = within(banner).getByRole('button', { name: 'Stop acting' }).closest('form');
    expect([form?.getAttribute('action'), form?.method]).toEqual(['/acting/end', 'post']);
  });

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

  test('nothing of it otherwise', async () => {
    await show({});
    expect(screen.queryByText(/Acting as/)).toBeNull();
  });
});

test('the header of a visitor: documentation, login, join', async () => {
  await show({ shell: null });
  let nav = within(screen.getByRole('banner'));
  expect(nav.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  expect(nav.getByRole('link', { name: 'Join' })).toHaveAttribute('href', '/register');
  expect(nav.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', 'https://docs.test/');
  expect(nav.queryByText('Sign out')).toBeNull();
});

describe('layouts', () => {
  test.each([
    ['dashboard', true, true],
    ['fullwidth', true, true],
    ['noheader', false, true],
    ['clean', false, false],
  ] as const)('%s', async (layout, header, footer) => {
    await show({ handle: { layout } });
    expect(screen.queryByRole('banner') !== null).toBe(header);
    expect(screen.queryByRole('contentinfo') !== null).toBe(footer);
    expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
  });

  test('the breadcrumb links every section, the current one too', async () => {
    let handle: PageHandle = {
      breadcrumb: ({ params }) => [{ label: params.owner ?? '', to: '/home/hopper-labs' }, { label: 'Analytics' }],
    };
    await show({ handle });
    let crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link');
    expect(
      crumbs.map((crumb) => [crumb.textContent, crumb.getAttribute('href'), crumb.getAttribute('aria-current')]),
    ).toEqual([
      ['hopper-labs', '/home/hopper-labs', null],
      ['Analytics', '/analytics/hopper-labs?range=last-month', 'page'],
    ]);
  });

  test('the innermost breadcrumb counts, and one route without scripts is enough', () => {
    let match = (handle: PageHandle) => ({ handle, params: {}, data: null });
    let outer = match({ breadcrumb: () => [{ label: 'Outer' }] });
    expect(breadcrumbOf([outer, match({ breadcrumb: () => [{ label: 'Inner' }] }), match({})])).toEqual([
      { label: 'Inner' },
    ]);
    expect(allowsScripts([outer, match({})])).toBe(true);
    expect(allowsScripts([match({ scripts: false }), match({})])).toBe(false);
  });
});

describe('the footer', () => {
  test('switches the theme by a post and comes back', async () => {
    await show({});
    let footer = within(screen.getByRole('contentinfo'));
    let dark = footer.getByRole('button', { name: 'Dark' });
    expect(dark).toHaveAttribute('aria-pressed', 'true');
    expect(dark.closest('form')).toHaveAttribute('action', '/theme');
    expect(dark.closest('form')).toHaveFormValues({ back: '/analytics/hopper-labs?range=last-month' });
  });

  test('has the lists of links the operator named', async () => {
    await show({ siteData: { footer: readFooterLinks('legal/Privacy=https://example.com/privacy') } });
    let lists = within(screen.getByRole('navigation', { name: 'Footer' }));
    expect(lists.getByRole('heading', { name: 'Legal' })).toBeInTheDocument();
    expect(lists.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', 'https://example.com/privacy');
  });

  test('shows what licences ask for, with their links', async () => {
    await show({ siteData: { attributions: ['Networks by Example (https://example.org), CC BY 4.0.'] as never[] } });
    expect(screen.getByRole('link', { name: 'example.org' })).toHaveAttribute('href', 'https://example.org');
  });
});

describe('failures', () => {
  async function fail(thrown: unknown, development = false) {
    let report = vi.spyOn(console, 'error').mockImplementation(() => {});
    let Stub = createRemixStub([
      {
        id: 'root',
        path: '/',
        loader: () => ({ ...site, development }),
        Component: () => <Outlet />,
        children: [
          {
            path: 'home/:owner',
            loader: () => {
              throw thrown;
            },
            Component: () => null,
            ErrorBoundary: ErrorPage,
          },
        ],
      },
    ]);
    render(<Stub initialEntries={['/home/ada?filter_id=1']} />);
    await screen.findByRole('heading', { level: 1 });
    report.mockRestore();
  }

  test('a gateway out of reach says so and offers the same address again', async () => {
    let message = 'Could not reach the Scarf server. Please try again later.';
    await fail(json({ code: 'gateway-unreachable', message }, { status: 503 }));
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/home/ada?filter_id=1');
    expect(screen.queryByText('gateway-unreachable')).toBeNull();
  });

  test('a bug shows neither its words nor a stack', async () => {
    await fail(new Error('secret detail'));
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(document.body.textContent).not.toMatch(/secret detail|at .*\.tsx?:/);
  });

  test('development shows status, address and code', async () => {
    await fail(json({ code: 'package-not-found', message: 'Package not found.' }, { status: 404 }), true);
    let details = document.querySelector('dl');
    for (let words of ['404', '/home/ada?filter_id=1', 'package-not-found']) expect(details).toHaveTextContent(words);
    expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull();
  });

  test.each([
    [401, 'Please sign in'],
    [403, 'You don’t have access'],
    [404, 'Page not found'],
    [405, 'This did not work'],
    [429, 'Too many attempts'],
    [500, 'Something went wrong'],
    [502, 'Something went wrong'],
    [503, 'No connection'],
  ])('%i has words of its own', (status, title) => {
    let error = { status, statusText: '', internal: false, data: '<html>not ours</html>' };
    let failure = readFailure(error);
    expect(failure).toMatchObject({ status, title });
    expect(failure.text).not.toContain('html');
  });
});

describe('toasts', () => {
  const toast = { kind: 'success', text: 'Package saved.' } as const;

  test('are taken over by the stack once scripts run', async () => {
    window.matchMedia ??= vi.fn(() => ({ matches: false, addEventListener() {}, removeEventListener() {} })) as never;
    let { container } = render(<Toasts toast={toast} scripted />);
    await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toHaveTextContent('Package saved.'));
    expect(container.querySelector('p[role=status]')).toBeNull();
    expect(document.querySelector('[data-sonner-toaster]')).toHaveAttribute('data-y-position', 'top');
    expect(document.querySelector('[data-sonner-toaster]')).toHaveAttribute('data-x-position', 'center');
  });
});

describe('search results', () => {
  const labels = { id: '1', owner: 'ada', name: 'engine' };
  const groups = groupResults([
    { type: 'package', package: { ...labels, type: 'file' } },
    { type: 'tracking-pixel', 'tracking-pixel': { ...labels, id: '2', name: 'readme', package: null } },
  ]);

  function results(query: string, found: typeof groups | null, filterId?: string) {
    let Stub = createRemixStub([
      { path: '/', Component: () => <SearchResults query={query} groups={found} filterId={filterId} /> },
    ]);
    render(<Stub />);
  }

  test('a package opens its dashboard with the filter, a pixel its analytics', async () => {
    results('e', groups, '7');
    let found = within(await screen.findByRole('region', { name: 'Packages' })).getByRole('link');
    expect(found).toHaveAttribute('href', '/dashboard/ada?package=1&filter_id=7');
    let pixel = within(screen.getByRole('region', { name: 'Pixels' })).getByRole('link');
    expect(pixel).toHaveAttribute('href', '/analytics/ada?pixel=2&filter_id=7');
  });

  test('nothing found, help, nothing asked', async () => {
    results('zzz', { packages: [], pixels: [] });
    expect(await screen.findByText('No results found')).toBeVisible();
    results('?', null);
    expect(await screen.findByRole('region', { name: 'How search works' })).toBeVisible();
  });
});

test('metadata: title with the site name, private unless said otherwise', () => {
  let tags = describePage({ title: 'Pixels' }, '/pixels/ada', 'https://d.test');
  expect(tags).toContainEqual({ title: 'Pixels - Landfall' });
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex, nofollow' });
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://d.test/pixels/ada' });
  expect(JSON.stringify(tags)).not.toContain('article');
  let published = describePage(
    { title: 'News', indexed: true, published: '2026-01-01T00:00:00Z' },
    '/news',
    'https://d.test',
  );
  expect(published).toContainEqual({ property: 'og:type', content: 'article' });
  expect(published).toContainEqual({ name: 'robots', content: 'index, follow' });
});

describe('a gateway out of reach', () => {
  const said = 'Could not reach the Scarf server. Please try again later.';

  test('is said once below the header', async () => {
    await show({ shell: { ...grace, reachable: false } });
    expect(screen.getAllByText(said)).toHaveLength(1);
    expect(screen.getByText(said)).toHaveAttribute('role', 'status');
  });

  test('is not said again by the header where the page itself says it', async () => {
    let Stub = createRemixStub([
      {
        id: 'root',
        path: '/',
        loader: () => site,
        Component: () => (
          <Shell shell={{ ...grace, reachable: false }} failed>
            <p>{said}</p>
          </Shell>
        ),
      },
    ]);
    render(<Stub />);
    await screen.findByRole('main');
    expect(screen.getAllByText(said)).toHaveLength(1);
  });

  test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
    'of the browser (%s) is no failure of the page',
    (message) => {
      expect(readFailure(new TypeError(message))).toMatchObject({ status: 503, title: 'No connection', text: said });
      expect(readFailure(new Error(message)).status).toBe(500);
    },
  );
});
