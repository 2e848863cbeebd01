// @vitest-environment jsdom
/**
 * The panel of links for scripts in a browser: renewed every minute, unchanged without a response.
 */
import { act, render, screen } from '@testing-library/react';
import { fetchScriptLinks, ScriptLinksCard } from 'app/features/analytics/script-links';
import type { ScriptLinks } from 'app/features/analytics/event-exports.server';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';

const loaded: ScriptLinks = {
  lines: [{ label: 'All packages', command: "curl -o a.csv 'http://api.test/old'" }],
  until: '2026-03-05T14:02:10.000Z',
};
const renewed: ScriptLinks = {
  lines: [{ label: 'All packages', command: "curl -o a.csv 'http://api.test/new'" }],
  until: '2026-03-05T14:03:10.000Z',
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('links for scripts', () => {
  test('are in the server’s HTML with their expiry time', () => {
    let html = renderToString(<ScriptLinksCard loaded={loaded} from="/fresh" />);
    expect(html).toContain('http://api.test/old');
    expect(html.replaceAll('<!-- -->', '')).toContain('14:02:10 UTC</time>, for this file alone.');
    expect(html).toContain('Load this page again for a new one.');
  });

  // @spec 7: POST one-path-token, refreshed every 60 seconds
  // @spec 9: One-path token refresh 60000 ms; session under v2, context under a versioned key; at
  //   most 5 organizations
  test('are renewed every 60 seconds while the page is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let asked = vi.fn(async () => Response.json(renewed));
    vi.stubGlobal('fetch', asked);
    let { unmount } = render(<ScriptLinksCard loaded={loaded} from="/fresh" />);
    expect(screen.getByText(/renewed while this page is open/)).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(59_999));
    expect(asked).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(await screen.findByText(/api\.test\/new/)).toBeInTheDocument();
    expect(screen.getByText('14:03:10 UTC')).toBeInTheDocument();
    expect(asked).toHaveBeenCalledExactlyOnceWith('/fresh', expect.anything());
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), 30_000);
    unmount();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['there is no response', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the gateway cannot be reached', async () => new Response('', { status: 503 })],
    ['the person is signed out', async () => Response.error()],
  ])('stay unchanged when %s', async (_, answer) => {
    vi.stubGlobal('fetch', answer);
    expect(await fetchScriptLinks('/fresh')).toBeNull();
  });

  test('show the reason when there are none', () => {
    render(<ScriptLinksCard loaded={{ lines: [], until: loaded.until, error: 'User not found.' }} from="/fresh" />);
    expect(screen.getByRole('status', { hidden: true })).toHaveTextContent('User not found.');
    expect(screen.queryByText(/Works until/)).toBeNull();
  });
});
