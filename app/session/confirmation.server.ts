/**
 * What the gateway gave for showing again who is there: kept beside the session for as long as it
 * counts, and sent with each call (contract/confirmation.ts).
 */
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { confirmationText } from 'contract/confirmation';
import * as limits from 'contract/limits';
import { cookie } from './cookies.server';

type Args = ActionFunctionArgs | LoaderFunctionArgs;

const kept = cookie('__confirmation');

/**
 * The gateway seals what is kept, so it is passed on as it is; what cannot be of the gateway is
 * left out.
 */
function confirmationOf(request: Request): string | undefined {
  return kept.values(request).find((value) => confirmationText.test(value));
}

/**
 * Calls made with this context carry what the request brought, unless they have been given another
 * since.
 */
export function followConfirmation(context: AppLoadContext, request: Request): void {
  context.confirmation ??= confirmationOf(request);
}

/** The `Set-Cookie` value that forgets it. */
export function forgottenConfirmation(): string {
  return kept.forget();
}

/**
 * For handlers that may confirm the session: whatever they answer or throw keeps it, unless it ends
 * the session.
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

/** The answer, which keeps what was given during its request. */
export function keepConfirmation<T extends Response>(
  { context, request }: Pick<Args, 'context' | 'request'>,
  answer: T,
): T {
  let { confirmation } = context;
  if (!confirmation || confirmation === confirmationOf(request)) return answer;
  let isForgotten = answer.headers.getSetCookie().includes(kept.forget());
  if (!isForgotten) answer.headers.append('set-cookie', kept.keep(confirmation, limits.confirmationMs / 1_000));
  return answer;
}
