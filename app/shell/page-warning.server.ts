import type { AppLoadContext } from '@remix-run/node';

/** What is true of parts that the gateway answered with an error, by its status. */
const reasons: readonly { is: (status: number) => boolean; sentence: (parts: string) => string }[] = [
  { is: (status) => status === 403, sentence: (parts) => `You don’t have access to part of this page (${parts}).` },
  {
    is: (status) => status === 404,
    sentence: (parts) => `Part of this page does not exist or was deleted (${parts}).`,
  },
  {
    is: (status) => status === 429,
    sentence: (parts) => `Part of this page was requested too often (${parts}). Wait a minute, then reload the page.`,
  },
  {
    is: (status) => status >= 500,
    sentence: (parts) => `Part of this page could not be loaded (${parts}). Reload the page to try again.`,
  },
  { is: () => true, sentence: (parts) => `Part of this page cannot be shown (${parts}): the request was not valid.` },
];

/** What is missing from a page, and why; empty for a complete one. It has no text of others. */
export function pageWarning({ unreadRows = 0, missingParts = new Map() }: AppLoadContext): string {
  let rows = unreadRows === 1 ? '1 row of this page is' : `${unreadRows} rows of this page are`;
  return [
    ...reasons.map((reason) => {
      let parts = [...missingParts].filter(([, status]) => reasons.find(({ is }) => is(status)) === reason);
      let names = parts.map(([part]) => part.toLowerCase()).sort();
      return names.length > 0 ? reason.sentence(names.join(', ')) : '';
    }),
    unreadRows > 0 ? `${rows} hidden: the gateway sent data that this version of the dashboard cannot read.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
