/**
 * Calls that a page can do without. Where one fails, the page is shown without that part, and says
 * so: pageWarning makes the sentence, shell/page-warning.tsx shows it.
 */
import type { AppLoadContext } from '@remix-run/node';
import type { Route } from 'contract/rules/route';

/** The page and the part of it that each thrown answer of the gateway belongs to. */
const failures = new WeakMap<Response, { context: AppLoadContext; part: string }>();

/** Notes to which page an answer belongs that is about to be thrown. */
export function noteFailure(thrown: unknown, context: AppLoadContext, { tag }: Route): void {
  if (thrown instanceof Response) failures.set(thrown, { context, part: tag });
}

/**
 * What a part of a page shows: the result of its calls, or `instead` if one of them fails. Everything
 * else is thrown: ends of the session, redirects, and errors of our own.
 */
export async function secondary<T>(part: Promise<T> | T): Promise<T | undefined>;
export async function secondary<T, I>(part: Promise<T> | T, instead: I): Promise<T | I>;
export async function secondary(part: unknown, instead?: unknown): Promise<unknown> {
  try {
    return await part;
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status === 401) throw thrown;
    let failure = failures.get(thrown);
    if (!failure) throw thrown;
    (failure.context.missingParts ??= new Map()).set(failure.part, thrown.status);
    return instead;
  }
}

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
