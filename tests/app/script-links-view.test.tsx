// @vitest-environment jsdom
/** The panel of links for scripts in the browser: renewed every minute, steady when nobody answers. */
import { act, render, screen } from '@testing-library/react';
import { keepFresh } from 'app/features/insights/fresh-links';
import { ScriptLinksPanel } from 'app/features/insights/script-links';
import type { ScriptLinks } from 'app/features/insights/script-links.server';
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
  test('stand in the page of the server with the time of their end', () => {
    let html = renderToString(<ScriptLinksPanel loaded={loaded} from="/fresh" />);
    expect(html).toContain('http://api.test/old');
    expect(html.replaceAll('<!-- -->', '')).toContain('14:02:10 UTC</time>');
    expect(html).toContain('Load this page again for a new one.');
  });

  test('are asked for again every 60,000 ms while the page is open', async () => {
    vi.useFakeTimers();
    let asked = vi.fn(async () => Response.json(renewed));
    vi.stubGlobal('fetch', asked);
    let shown = vi.fn();
    let stop = keepFresh('/fresh', shown);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(asked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveBeenCalledWith('/fresh', expect.anything());
    expect(shown).toHaveBeenCalledWith(renewed);
    stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toHaveBeenCalledOnce();
  });

  test('stay as they are when nobody answers, or somebody is signed out', async () => {
    vi.useFakeTimers();
    let signedOut = Object.defineProperty(new Response('<html>'), 'redirected', { value: true });
    let answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      async () => new Response('', { status: 503 }),
      async () => signedOut,
    ];
    vi.stubGlobal('fetch', () => answers.shift()!());
    let shown = vi.fn();
    let stop = keepFresh('/fresh', shown);
    await vi.advanceTimersByTimeAsync(180_000);
    expect(answers).toHaveLength(0);
    expect(shown).not.toHaveBeenCalled();
    stop();
  });

  test('change in the open page', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    vi.stubGlobal('fetch', async () => Response.json(renewed));
    render(<ScriptLinksPanel loaded={loaded} from="/fresh" />);
    expect(screen.getByText(/renewed while this page is open/)).toBeInTheDocument();
    await act(() => vi.dynamicImportSettled());
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(await screen.findByText(/api\.test\/new/)).toBeInTheDocument();
    expect(screen.getByText('14:03:10 UTC')).toBeInTheDocument();
  });

  test('say why there are none', () => {
    render(<ScriptLinksPanel loaded={{ lines: [], until: loaded.until, error: 'User not found.' }} from="/fresh" />);
    expect(screen.getByRole('status', { hidden: true })).toHaveTextContent('User not found.');
    expect(screen.queryByText(/Works until/)).toBeNull();
  });
});
