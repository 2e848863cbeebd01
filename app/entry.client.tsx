/** Hydrates the page in the browser. */
import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { watchPageData } from './shell/page-data';
import { tolerateReplacedTexts } from './shell/tolerant-dom';

/**
 * Waits until the data of the page has been read. If RemixBrowser waited for it during hydration, a
 * key pressed at that moment would make React 18 report error 345.
 */
async function dataIsRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

// An interrupted navigation aborts the response that is being read, and the framework does not
// handle the rejection.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault();
});

// Asked once: of people who have chosen none, days are those of the browser's zone.
if (!document.cookie.includes('zone='))
  document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;max-age=31536000;samesite=lax`;

watchPageData();
tolerateReplacedTexts();

void dataIsRead().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
