/**
 * Calls that a page can do without. Where one fails, the page is shown without that part, and says
 * so (shell/page-warning.tsx).
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
