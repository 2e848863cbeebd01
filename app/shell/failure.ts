/**
 * What went wrong, as a page can say it: status, heading, sentence, and the details that only
 * development shows.
 */
import { isRouteErrorResponse } from '@remix-run/react';
import { failureText, failureTitle, maintenanceTitle, twoFactorTitle } from '../browser-messages';

export interface Failure {
  status: number;
  title: string;
  text: string;
  /** Whether the person must set two-factor authentication up first. */
  needsTwoFactor?: boolean;
  /** The gateway's code or the error's own message; shown in development only. */
  detail?: string;
}

/** Reads whatever a loader, an action or rendering threw. */
export function readFailure(error: unknown): Failure {
  if (!isRouteErrorResponse(error)) {
    let detail = error instanceof Error ? error.message : undefined;
    let status = isNetworkCrash(error) ? 503 : 500;
    return { status, title: failureTitle(status), text: failureText(status), detail };
  }
  let { code, message } = (typeof error.data === 'object' ? error.data : null) ?? {
    code: undefined,
    message: undefined,
  };
  let isSaid = typeof message === 'string' && typeof code === 'string';
  let titles: Record<string, string> = { 'under-maintenance': maintenanceTitle, 'two-factor-needed': twoFactorTitle };
  return {
    status: error.status,
    title: titles[String(code)] ?? failureTitle(error.status),
    text: isSaid ? (message as string) : failureText(error.status),
    needsTwoFactor: code === 'two-factor-needed',
    detail: isSaid ? (code as string) : undefined,
  };
}

/**
 * The browser could not reach the dashboard at all: Chromium, Firefox and Safari each say it in
 * their own words.
 */
function isNetworkCrash(error: unknown): boolean {
  return error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message);
}
