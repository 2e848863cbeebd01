import type { AppLoadContext } from '@remix-run/node';

/** What is missing from a page, and why; empty for a complete one. It has no text of others. */
export function pageWarning({ unreadRows = 0, missingParts = new Set() }: AppLoadContext): string {
  let rows = unreadRows === 1 ? '1 row of this page is' : `${unreadRows} rows of this page are`;
  let parts = [...missingParts].map((part) => part.toLowerCase()).sort();
  return [
    parts.length > 0
      ? `Part of this page could not be loaded (${parts.join(', ')}). Reload the page to try again.`
      : '',
    unreadRows > 0 ? `${rows} hidden: the gateway sent data that this version of the dashboard cannot read.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
