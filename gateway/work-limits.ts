/** How much is done at once, and how long anything waits for its turn. */

/** How long a write waits for another one to end, in this process or in another. */
export const recordsWaitMs = 5_000;
