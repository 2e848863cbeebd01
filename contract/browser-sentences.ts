/**
 * Error messages that the browser shows by itself, where there is no answer to take one from. Apart
 * from the catalogue, which is too large for the browser.
 */

export const notPermitted = 'You do not have the permission to do this.';
export const tooManyRequests = 'Too many attempts. Please wait and try again.';

/** Refusals that pass by themselves, after a few seconds. */
export const busyCodes: readonly string[] = ['too-much-at-once', 'server-is-busy', 'records-are-busy'];
