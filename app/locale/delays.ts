/**
 * Delays and distances in the browser (spec section 9). `Ms` is milliseconds, `Px` is CSS pixels.
 */
export const toastMs = 4_000;
/** How often an open page requests the subscription status; the server caches an answer as long. */
export const subscriptionRefreshMs = 600_000;
/** How often a page with one-path links requests new ones. */
export const onePathRefreshMs = 60_000;
/** A link this near to the visible part has its page prefetched. */
export const prefetchMarginPx = 200;
/**
 * Delay before late parts are fetched and loading indicators appear, so that passing over a link
 * costs nothing.
 */
export const lazyDelayMs = 200;
/** A navigation longer than this shows the large animation. */
export const longNavigationMs = 1_000;
/** Pause after a key before a search is sent. */
export const typingPauseMs = 150;
