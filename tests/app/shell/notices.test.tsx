// @vitest-environment jsdom
import { Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Banners } from 'app/shell/banners';
import type { Notices } from 'app/shell/notices.server';
import { beforeAll, describe, expect, test } from 'vitest';

// Every browser has this function, but jsdom does not.
beforeAll(async () => {
  CSS.supports ??= () => false;
  // Lazily loaded code is loaded before anything is counted.
  await import('app/ui/dialog-panel');
});

const nothing: Notices = { verification: null, recoveryCodes: [], trialDays: null, chat: null };
const codes = ['aaaa-bbbb', 'cccc-dddd'];

async function show(notices: Partial<Notices>, at = '/home/ada?filter_id=1') {
  let Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <>
          <Banners notices={{ ...nothing, ...notices }} unreachable={false} />
          <h1>Page</h1>
          <Outlet />
        </>
      ),
      children: [
        { path: 'home/:owner', Component: () => null },
        { path: 'account/two-factor/recovery-codes', Component: () => null },
      ],
    },
  ]);
  render(<Stub initialEntries={[at]} />);
  await screen.findByRole('heading', { name: 'Page' });
}

function formOf(button: HTMLElement) {
  let form = button.closest('form');
  return [form?.getAttribute('action'), form?.method, form && Object.fromEntries(new FormData(form))];
}

describe('the verification banner', () => {
  // @spec 9: Days left shown as given by the server
  test.each([
    [14, '14 days left.'],
    [1, '1 day left.'],
    [0, 'Verification is overdue.'],
    [-3, 'Verification is overdue.'],
  ])('shows the days that the server counts: %i', async (daysLeft, words) => {
    await show({ verification: { daysLeft } });
    expect(screen.getByRole('complementary', { name: 'Email verification' })).toHaveTextContent(words);
  });

  test('shows no days without a number from the server', async () => {
    await show({ verification: { daysLeft: null } });
    expect(screen.getByRole('complementary', { name: 'Email verification' })).not.toHaveTextContent(/left|over/);
  });

  // @spec 2: Email verification: dismissible red banner, link to the dialog 'Verify your email'
  //   (one button, no cancel), days left
  test('opens a dialog by its link, whose only button sends another mail', async () => {
    await show({ verification: { daysLeft: 3 } });
    let link = screen.getByRole('link', { name: 'Verify your email' });
    expect(link).toHaveAttribute('href', '/email-verification');
    await userEvent.click(link);
    let dialog = within(await screen.findByRole('dialog', { name: 'Verify your email' }));
    let buttons = dialog.getAllByRole('button').map((button) => button.textContent || button.ariaLabel);
    expect(buttons.filter((name) => name !== 'Close')).toEqual(['Resend confirmation email']);
    expect(dialog.queryByText(/cancel/i)).toBeNull();
    let resend = dialog.getByRole('button', { name: 'Resend confirmation email' });
    expect(formOf(resend)).toEqual(['/email-verification', 'post', { next: '/home/ada?filter_id=1' }]);
  });

  test('is dismissed for the session by its close button, which posts and returns', async () => {
    await show({ verification: { daysLeft: 3 } });
    let cross = screen.getByRole('button', { name: 'Close' });
    expect(formOf(cross)).toEqual(['/dismissals', 'post', { next: '/home/ada?filter_id=1' }]);
    expect([cross.getAttribute('name'), cross.getAttribute('value')]).toEqual(['notice', 'email-verification']);
  });
});

describe('the banner of the recovery codes', () => {
  // @spec 2: 2-factor banner 'Save your 2-factor authentication recovery codes': codes, warning,
  //   'Acknowledge', copy and download
  test('shows them for the last time, and offers to remove them', async () => {
    await show({ recoveryCodes: codes });
    let banner = screen.getByRole('region', { name: 'Save your 2-factor authentication recovery codes' });
    for (let code of codes) expect(banner).toHaveTextContent(code);
    expect(banner).toHaveTextContent(/not shown again/);
    let download = within(banner).getByRole('link', { name: 'Download' });
    expect([download.getAttribute('href'), download.hasAttribute('download')]).toEqual(['/recovery-codes.txt', true]);
    let user = userEvent.setup();
    await user.click(within(banner).getByRole('button', { name: 'Copy recovery codes' }));
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
    let acknowledge = within(banner).getByRole('button', { name: 'Acknowledge' });
    expect(formOf(acknowledge)).toEqual(['/recovery-codes', 'post', { next: '/home/ada?filter_id=1' }]);
  });

  test('is not shown on their own page', async () => {
    await show({ recoveryCodes: codes }, '/account/two-factor/recovery-codes');
    expect(screen.queryByRole('region')).toBeNull();
  });
});

test('no banner is shown without notices', async () => {
  await show({});
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.queryByRole('region')).toBeNull();
});
