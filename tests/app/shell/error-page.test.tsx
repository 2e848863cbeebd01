// @vitest-environment jsdom
import { json } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ErrorPage, readFailure } from 'app/shell/error-page';
import { site } from '../../support/shell-page';

describe('error pages', () => {
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

  test('link to the same address when the gateway cannot be reached', async () => {
    let message = 'Could not reach the Scarf server. Please try again later.';
    await fail(json({ code: 'gateway-unreachable', message }, { status: 503 }));
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/home/ada?filter_id=1');
    expect(screen.queryByText('gateway-unreachable')).toBeNull();
  });

  test('say that the server is busy where a report is too large for it', async () => {
    await fail(json({ code: 'question-is-too-large', message: 'Ask for fewer days.' }, { status: 503 }));
    expect(screen.getByRole('heading', { name: 'Busy right now' })).toBeVisible();
    expect(screen.getByText('Ask for fewer days.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Try again' })).toBeVisible();
  });

  test('show neither the message nor the stack of a bug', async () => {
    await fail(new Error('secret detail'));
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(document.body.textContent).not.toMatch(/secret detail|at .*\.tsx?:/);
  });

  test('show status, address and code in development', async () => {
    await fail(json({ code: 'package-not-found', message: 'Package not found.' }, { status: 404 }), true);
    let details = document.querySelector('dl');
    for (let words of ['404', '/home/ada?filter_id=1', 'package-not-found']) expect(details).toHaveTextContent(words);
    expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull();
  });

  test.each([
    [401, 'Sign in'],
    [403, 'You don’t have access'],
    [404, 'Page not found'],
    [405, 'Something went wrong'],
    [429, 'Too many attempts'],
    [500, 'Something went wrong'],
    [502, 'Something went wrong'],
    [503, 'No connection'],
  ])('have their own text for %i', (status, title) => {
    let error = { status, statusText: '', internal: false, data: '<html>not ours</html>' };
    let failure = readFailure(error);
    expect(failure).toMatchObject({ status, title });
    expect(failure.text).not.toContain('html');
  });
});
