/**
 * Toasts for errors of the gateway, by status (spec section 8). For small posts that return to the
 * page they were sent from, most of them to addresses without a page.
 */
import type { ActionFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse } from '@remix-run/react';
import { isErrorCode, messageOf } from 'contract/rules/errors';
import { openedAsOther } from '../config/browser-messages';
import { env } from '../config/env.server';
import { late, readApiError, unreachable } from '../gateway/gateway-client.server';
import type { ToastKey } from '../text/messages';
import { paths } from '../links/paths';
import { errorMessage, stripePrefix } from '../gateway/error-message.server';
import { cameFrom, isSameOrigin } from './origin.server';
import { redirectWithToast, toastText } from './toast.server';

interface FailureToast {
  key: ToastKey;
  /** For developers; never shown in production. */
  detail?: string;
}

/**
 * Redirects to `url` with a toast for the thrown error; anything else (a redirect, a bug) is
 * thrown.
 */
export async function redirectWithFailure(url: string, thrown: unknown): Promise<Response> {
  let { key, detail } = await failureToast(url, thrown);
  return redirectWithToast(url, key, {}, detail);
}

/**
 * The message of a form for an error about none of its fields: that of its code, or that of the
 * toast with its detail.
 */
export async function formFailure(url: string, thrown: unknown): Promise<string> {
  let said = await readApiError(thrown);
  if (!said || !(thrown instanceof Response)) throw thrown;
  let { status } = thrown;
  // A 401 is about the typed credentials: for an ended session the redirect to the sign-in comes
  // first.
  if (isErrorCode(said.code) && said.code !== 'stripe-error' && status < 500 && status !== 403)
    return messageOf(said.code);
  let { key, detail } = await failureToast(url, thrown);
  return toastText(key, detail);
}

/**
 * The answer to a browser without scripts for a post that was refused before its page could be
 * rendered: back to the page it came from, with a toast. Null for everything else, and where that
 * page is unknown; then the error is a page.
 */
export async function backWithFailure(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  errors: Record<string, unknown> | null,
): Promise<Response | null> {
  let [error] = Object.values(errors ?? {});
  let from = cameFrom(headers);
  if (method !== 'POST' || from === undefined || !isRouteErrorResponse(error) || env.flags.maintenanceMode) return null;
  let thrown = Response.json(error.data, { status: error.status });
  let said = await readApiError(thrown);
  // Its page has what was typed.
  return said && said.code !== openedAsOther ? redirectWithFailure(from, thrown) : null;
}

const busyToasts: Record<string, ToastKey> = {
  'too-much-at-once': 'too_much_at_once',
  'server-is-busy': 'server_is_busy',
  'records-are-busy': 'records_are_busy',
  'question-is-too-large': 'question_is_too_large',
  'events-are-unavailable': 'events_are_unavailable',
};

/** The toast of a thrown error; anything else is thrown. */
export async function failureToast(url: string, thrown: unknown): Promise<FailureToast> {
  let said = await readApiError(thrown);
  if (!said || !(thrown instanceof Response)) throw thrown;
  let { status } = thrown;
  let busy = busyToasts[said.code];
  if (busy) return { key: busy };
  if (said.code === 'email-already-verified') return { key: 'email_already_verified' };
  if (said.code === unreachable.code) return { key: 'gateway_unreachable' };
  if (said.code === late.code) return { key: 'answer_is_late' };
  if (said.code === 'stripe-error' && !env.production)
    return { key: 'stripe_error', detail: errorMessage(said).slice(stripePrefix.length) };
  if (said.code === openedAsOther) return { key: 'opened_as_another' };
  if (said.code === 'two-factor-needed') return { key: 'two_factor_needed' };
  if (said.code === 'owner-suspended') return { key: 'owner_suspended' };
  if (said.code === 'account-suspended') return { key: 'account_suspended' };
  if (status === 401) return { key: 'expired_session' };
  if (status === 403) return { key: 'permission_not_granted' };
  if (status === 429) return { key: 'too_many_attempts' };
  return { key: 'something_went_wrong', detail: `${status} ${url} ${said.code}` };
}

/**
 * Wraps the action of an address without a page. The framework would answer an error as JSON, which
 * a browser without scripts would display: it is redirected to the page it came from, with a toast.
 * Scripts read the JSON.
 */
export function resourceAction(action: (args: ActionFunctionArgs) => Promise<Response>): typeof action {
  return (args) => action(args).catch((thrown: unknown) => back(args.request, thrown));
}

async function back({ headers }: Request, thrown: unknown): Promise<Response> {
  let isDocument = headers.get('accept')?.includes('text/html') ?? false;
  if (!isDocument || !isSameOrigin(headers) || !(await readApiError(thrown))) throw thrown;
  return redirectWithFailure(cameFrom(headers) ?? paths.homeRedirect(), thrown);
}
