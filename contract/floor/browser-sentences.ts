/**
 * Error messages that the browser shows without a response. Separate from the catalogue, which is
 * too large for the browser.
 */

export const notPermitted = 'You do not have the permission to do this.';
export const tooManyRequests = 'Too many attempts. Please wait and try again.';

/** Refusals that pass by themselves, and the seconds after which to try again. */
export const busySeconds: Readonly<Record<string, number>> = {
  'too-much-at-once': 5,
  'server-is-busy': 5,
  'records-are-busy': 5,
  'question-is-too-large': 30,
  'events-are-unavailable': 30,
};
