/**
 * How long things take and how far they reach in the browser (spec section 9). `Ms` is
 * milliseconds, `Px` is CSS pixels.
 */
export const toastMs = 4_000;
/** How often an open page asks how the subscription stands; the server keeps an answer as long. */
export const subscriptionRefreshMs = 600_000;
/** How often a page that shows one-path links asks for new ones. */
export const onePathRefreshMs = 60_000;
/** A link this near to what is on screen has its page fetched ahead. */
export const prefetchMarginPx = 200;
/**
 * What is fetched late waits this long, so that passing by costs nothing; signs of waiting appear
 * after it too.
 */
export const lazyDelayMs = 200;
/** A navigation that takes longer than this gets the big animation. */
export const longNavigationMs = 1_000;
/** Keys may be pressed this close together before a search is sent. */
export const typingPauseMs = 150;
