/**
 * The confirmation of a session: kept in a cookie for as long as it is valid, and sent with each
 * call (contract/accounts/confirmation.ts).
 */
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { confirmationText } from 'contract/accounts/confirmation';
import * as limits from 'contract/floor/limits';
import { cookie } from './cookies.server';

type Args = ActionFunctionArgs | LoaderFunctionArgs;

const kept = cookie('__confirmation');

/** The gateway seals the value, so it is passed on unchanged; an invalid one is left out. */
function confirmationOf(request: Request): string | undefined {
  return kept.values(request).find((value) => confirmationText.test(value));
}

/**
 * Calls with this context send the confirmation of the request, unless a newer one was given since.
 */
export function followConfirmation(context: AppLoadContext, request: Request): void {
  context.confirmation ??= confirmationOf(request);
}

/** The `Set-Cookie` value that deletes it. */
export function forgottenConfirmation(): string {
  return kept.clear();
}

/**
 * For handlers that may confirm the session: their answer or thrown response keeps the
 * confirmation, unless it ends the session.
 */
export function keepingConfirmation<T extends Response>(handle: (args: Args) => Promise<T>) {
  return async (args: Args): Promise<T> => {
    try {
      return keepConfirmation(args, await handle(args));
    } catch (thrown) {
      throw thrown instanceof Response ? keepConfirmation(args, thrown) : thrown;
    }
  };
}

/** Adds the confirmation that was given during the request to the answer. */
export function keepConfirmation<T extends Response>(
  { context, request }: Pick<Args, 'context' | 'request'>,
  answer: T,
): T {
  let { confirmation } = context;
  if (!confirmation || confirmation === confirmationOf(request)) return answer;
  let isForgotten = answer.headers.getSetCookie().includes(kept.clear());
  if (!isForgotten) answer.headers.append('set-cookie', kept.set(confirmation, limits.confirmationMs / 1_000));
  return answer;
}
