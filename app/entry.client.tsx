/** Wakes the page up in the browser. */
import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { watchPageData } from './shell/page-data';

/**
 * Done when the data of the page is read, for which RemixBrowser asks to wait. Asked while it
 * hydrates, a key that is
 * pressed just then makes React 18 report that the page could not be finished (its error 345).
 */
async function dataIsRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

// A navigation that is interrupted ends the answer that is being read, and the framework leaves the
// reader's complaint to nobody.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault();
});

watchPageData();

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
