// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { readFooterLinks } from 'app/config/footer-links';
import { readFailure } from 'app/shell/error-page';
import { allowsScripts, breadcrumbOf, type PageHandle } from 'app/shell/page-handle';
import { Shell } from 'app/shell/shell';
import { Toasts } from 'app/shell/toasts';
import { grace, show, site } from '../../support/shell-page';

// @spec 2: Layouts dashboard, fullwidth (company insights), noheader (sign-out), clean (invoices),
//   each used by a page
describe('layouts', () => {
  test.each([
    ['dashboard', true, true],
    ['fullwidth', true, true],
    ['noheader', false, true],
    ['clean', false, false],
  ] as const)('%s has its header and footer', async (layout, header, footer) => {
    await show({ handle: { layout } });
    expect(screen.queryByRole('banner') !== null).toBe(header);
    expect(screen.queryByRole('contentinfo') !== null).toBe(footer);
    expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
  });

  // @spec 2: A breadcrumb is a list of sections, each with a route; the current one a plain link
  test('link every section of the breadcrumb, including the current one', async () => {
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

  test('use the innermost breadcrumb, and have no scripts if one route excludes them', () => {
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
  test('switches the theme by a post and returns', async () => {
    await show({});
    let footer = within(screen.getByRole('contentinfo'));
    let dark = footer.getByRole('button', { name: 'Dark' });
    expect(dark).toHaveAttribute('aria-pressed', 'true');
    expect(dark.closest('form')).toHaveAttribute('action', '/theme');
    expect(dark.closest('form')).toHaveFormValues({ back: '/analytics/hopper-labs?range=last-month' });
  });

  // @spec 2: Footer: product, company, support, legal and social links
  test('has the operator’s lists of links', async () => {
    await show({ siteData: { footer: readFooterLinks('legal/Privacy=https://example.com/privacy') } });
    let lists = within(screen.getByRole('navigation', { name: 'Footer' }));
    expect(lists.getByRole('heading', { name: 'Legal' })).toBeInTheDocument();
    expect(lists.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', 'https://example.com/privacy');
  });

  test('shows the credits that licenses require, with their links', async () => {
    await show({ siteData: { attributions: ['Networks by Example (https://example.org), CC BY 4.0.'] as never[] } });
    expect(screen.getByRole('link', { name: 'example.org' })).toHaveAttribute('href', 'https://example.org');
  });
});

describe('toasts', () => {
  const toast = { kind: 'success', text: 'Package saved.' } as const;

  test('are moved to the stack once scripts run', async () => {
    window.matchMedia ??= vi.fn(() => ({ matches: false, addEventListener() {}, removeEventListener() {} })) as never;
    let { container } = render(<Toasts toast={toast} scripted />);
    await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toHaveTextContent('Package saved.'));
    expect(container.querySelector('p[role=status]')).toBeNull();
    expect(document.querySelector('[data-sonner-toaster]')).toHaveAttribute('data-y-position', 'top');
    expect(document.querySelector('[data-sonner-toaster]')).toHaveAttribute('data-x-position', 'center');
  });
});

describe('a gateway that cannot be reached', () => {
  const said = 'Could not reach the Scarf server. Please try again later.';

  // @spec 4: On a network crash a warning is shown, the session stays
  // @spec 8: Server unreachable
  test('is reported once below the header', async () => {
    await show({ shell: { ...grace, reachable: false } });
    expect(screen.getAllByText(said)).toHaveLength(1);
    expect(screen.getByText(said)).toHaveAttribute('role', 'status');
  });

  test('is not reported by the header when the page reports it', async () => {
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
    'is not reported after an abort by the browser (%s)',
    (message) => {
      expect(readFailure(new TypeError(message))).toMatchObject({ status: 503, title: 'No connection', text: said });
      expect(readFailure(new Error(message)).status).toBe(500);
    },
  );
});
