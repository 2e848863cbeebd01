/**
 * Sentences of refusals that the browser also says by itself, where an answer has none. Apart from
 * the catalogue, which stays out of the browser.
 */

export const notPermitted = 'You do not have the permission to do this.';
export const tooManyRequests = 'Too many attempts. Please wait and try again.';
