/**
 * Messages that pages show without the server: errors and search. Apart from the catalogue, which
 * is too large for the browser.
 */
import { notPermitted, tooManyRequests } from 'contract/floor/browser-sentences';

export const somethingWrong = 'Something went wrong on our side, please try again';
export const notReached = 'Could not reach the Scarf server. Please try again later.';
export const tookTooLong =
  'The server took too long to answer. Reload the page. If you were saving something, check whether it was saved before you try again.';
export const noResults = 'No results found';
export const maintenanceTitle = 'System under maintenance';
export const busyTitle = 'Busy right now';
export const twoFactorTitle = 'Two-factor authentication is required';
export const maintenanceText = 'We’re preparing to serve you better.';
export const configurationFailed = 'The configuration could not be loaded. Try again.';
export const searchIsPlain = 'Suggestions could not be loaded. Press Enter to search.';
export const dialogFailed = 'This could not be loaded. Select it again to open its page.';
export const searchFailed = 'Search failed. Try again.';

/** Sent with the data of a page that is not complete: why, URL-encoded. */
export const pageWarningHeader = 'x-page-warning';

export const partIsMissing = 'This part could not be loaded.';

/** Code of the refusal in forms/opened-as.server.ts. */
export const openedAsOther = 'form-opened-as-another';
export const openedAsOtherTitle = 'Nothing was saved';

const failureTitles: Record<number, string> = {
  401: 'Sign in',
  403: 'You don’t have access',
  404: 'Page not found',
  429: 'Too many attempts',
  503: 'No connection',
};

const failureTexts: Record<number, string> = {
  403: notPermitted,
  404: 'This page does not exist. It may have been moved or deleted.',
  429: tooManyRequests,
  503: notReached,
};

/** The heading of an error page. */
export function failureTitle(status: number): string {
  return failureTitles[status] ?? (status < 500 ? 'Something went wrong' : 'Something went wrong');
}

/** The text of an error page when the gateway sent none. */
export function failureText(status: number): string {
  return failureTexts[status] ?? somethingWrong;
}
