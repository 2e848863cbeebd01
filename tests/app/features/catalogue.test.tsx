// @vitest-environment jsdom
/** /components, compared with the list in section 4 of the specification. */
import { readFileSync } from 'node:fs';
import { Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, render, screen, within } from '@testing-library/react';
import Components, { action } from 'app/routes/components';
import { lazyDelayMs, longNavigationMs, prefetchMarginPx, toastMs } from 'app/locale/delays';
import { stateExamples } from 'app/features/catalogue/states.server';
import { Delayed } from 'app/ui/lazy-placeholder';
import { renderToString } from 'react-dom/server';
import { frames, sizePx } from '../../../tools/mark';
import { redirectOf } from 'tests/support/dashboard';
import { beforeEach, describe, expect, test, vi } from 'vitest';

/** The exact names in the specification. */
const buttons = ['primary', 'success', 'danger', 'danger-outline', 'warning', 'outline'];
const sizes = ['xs', 'sm', 'md', 'lg'];
const alerts = ['info', 'success', 'danger', 'warning'];
const badges = ['red', 'yellow', 'orange', 'green', 'blue', 'purple', 'pink', 'default'];
const packageTypes = ['Docker', 'File', 'Python', 'npm', 'Hackage'];

const site = {
  theme: 'system',
  toast: null,
  publicUrl: '',
  docsUrl: null,
  attributions: [],
  footer: [],

  development: false,
};

function card(title: string) {
  let section = screen.getByRole('heading', { name: title }).closest('section');
  if (!section) throw new Error(`no card ${title}`);
  return within(section);
}

describe('the catalogue', () => {
  beforeEach(async () => {
    let Stub = createRemixStub([
      {
        id: 'root',
        path: '/',
        loader: () => site,
        Component: () => <Outlet />,
        children: [
          { path: 'components', loader: () => ({ shell: null, states: stateExamples() }), Component: Components },
        ],
      },
    ]);
    render(<Stub initialEntries={['/components']} />);
    await screen.findByRole('heading', { name: 'Components' });
  });

  // @spec 4: Button variants and sizes; loading disables and shows a ring
  test('has every button in every size, loading and disabled', { tags: 'slow' }, () => {
    for (let variant of buttons)
      for (let size of sizes) expect(card('Buttons').getByRole('button', { name: `${variant} ${size}` })).toBeEnabled();
    let loading = card('Buttons').getAllByRole('button', { name: 'loading' });
    expect(loading).toHaveLength(buttons.length);
    for (let button of loading) {
      expect(button).toBeDisabled();
      expect(button.querySelector('svg')).not.toBeNull();
    }
  });

  // @spec 4: Alert variants with optional action and close
  test('has every alert, with an action and a close button', () => {
    let all = [...card('Alerts').getAllByRole('status'), ...card('Alerts').getAllByRole('alert')];
    for (let variant of alerts) {
      let alert = all.find((element) => element.querySelector('p')?.textContent === variant);
      expect(alert, variant).toBeDefined();
      expect(within(alert!).getByRole('link', { name: 'An action' })).toBeVisible();
      expect(within(alert!).getByRole('button', { name: 'Close' })).toBeVisible();
    }
    expect(all.length).toBe(alerts.length + 1);
  });

  // @spec 4: Badge colours, avatar sizes, package icon types
  test('has every badge, avatar size and package icon', () => {
    for (let colour of badges) expect(card('Badges').getByText(colour)).toBeVisible();
    let shown = card('Avatars and package icons');
    for (let type of packageTypes) expect(shown.getByRole('img', { name: type })).toBeVisible();
    let avatars = shown.getAllByText('AL');
    expect(avatars.map((avatar) => /size-\d+/.exec(avatar.className)?.[0])).toEqual(['size-6', 'size-8']);
  });

  // @spec 2: /components
  test('has the spinner, the animation, a menu, a dialog, every kind of toast, fields and the empty state', () => {
    expect(card('Loading ring').getByRole('status')).toHaveTextContent('Loading');
    let animation = card('Loading animation').getByRole('status');
    expect(animation).toHaveTextContent('Loading');
    expect(animation.querySelector('.loading-frames')).not.toBeNull();
    expect(card('Menu and dialog').getByText('Owners').closest('summary')).not.toBeNull();
    expect(card('Menu and dialog').getByRole('link', { name: 'A page lifted up' })).toHaveAttribute(
      'aria-haspopup',
      'dialog',
    );
    for (let kind of ['success', 'info', 'warning', 'error'])
      expect(card('Toasts').getByText(new RegExp(`^${kind}:`))).toHaveAttribute('role', 'status');
    for (let name of ['Image', 'About (optional)', 'Importance'])
      expect(card('Fields').getByLabelText(name)).toBeVisible();
    expect(card('Refused').getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true');
    expect(card('Empty state').getByText('Nothing here yet')).toBeVisible();
  });

  test('has what failed, one value, ten thousand rows and names of every kind', () => {
    expect(card('A part that failed').getByText(/could not be loaded/)).toBeVisible();
    expect(card('One value').getByRole('img', { name: 'One day' })).toBeVisible();
    expect(card('Ten thousand rows').getByText('Page 1,000 of 2,000')).toBeVisible();
    expect(card('Names in a table and in sentences').getByRole('rowheader', { name: /شركة/ })).toBeVisible();
  });
});

describe('the toasts of the catalogue', () => {
  function ask(toast: string) {
    let request = new Request('http://dashboard.test/components', {
      method: 'POST',
      headers: { host: 'dashboard.test' },
      body: new URLSearchParams({ toast }),
    });
    return action({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown as Response);
  }

  test.each([
    ['success', 'email_verification_requested'],
    ['info', 'email_already_verified'],
    ['warning', 'something_went_wrong'],
  ])('%s is shown after its button is pressed', async (kind, toast) => {
    expect(redirectOf(await ask(kind))).toEqual({ status: 303, to: '/components', toast });
  });

  test('unknown toasts cannot be requested', async () => {
    expect((await ask('welcome')).status).toBe(422);
  });
});

describe('the loading animation', () => {
  // @spec 9: Loading animation: about 30 fps, 49 frames, 200x200
  test('is a strip of 49 frames of 200 x 200, each different from the next', () => {
    expect([frames, sizePx]).toEqual([49, 200]);
    let drawn = readFileSync('public/loading-frames.svg', 'utf8');
    expect(drawn).toContain('width="200" height="9800"');
    let shapes = [...drawn.matchAll(/<g transform="translate\(0 \d+\)">(.*)<\/g>/g)].map(([, shape]) => shape);
    expect(shapes).toHaveLength(49);
    for (let [i, shape] of shapes.entries()) expect(shape).not.toBe(shapes[i + 1]);
  });

  test('runs at about 30 frames a second, and has a still frame', () => {
    let css = readFileSync('app/styles/app.css', 'utf8');
    let seconds = Number(/loading-frames ([\d.]+)s steps\(49\) infinite/.exec(css)?.[1]);
    expect(frames / seconds).toBeCloseTo(30, 0);
    expect(css).toMatch(/prefers-reduced-motion: reduce\) \{\s*\.loading-frames \{[^}]*animation-name: none/);
  });
});

describe('a delayed element', () => {
  // @spec 9: Lazy-load delay 200 ms
  test('appears after its delay, and is not in the server’s HTML', () => {
    vi.useFakeTimers();
    try {
      expect(renderToString(<Delayed ms={lazyDelayMs}>late</Delayed>)).toBe('');
      render(<Delayed ms={lazyDelayMs}>late</Delayed>);
      act(() => void vi.advanceTimersByTime(lazyDelayMs - 1));
      expect(screen.queryByText('late')).toBeNull();
      act(() => void vi.advanceTimersByTime(1));
      expect(screen.getByText('late')).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  // @spec 9: Subscription refresh 600,000 ms
  test('uses the delays of the specification', () => {
    expect([toastMs, lazyDelayMs, prefetchMarginPx, longNavigationMs]).toEqual([4_000, 200, 200, 1_000]);
  });
});
