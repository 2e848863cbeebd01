/**
 * The boxes charts are drawn in. Paths are computed in them on the server; the browser stretches
 * them to the place there is.
 */

export const lineBox = { width: 1_000, height: 100 } as const;
export const sparkBox = { width: 100, height: 24 } as const;
export const donutBox = { radius: 50 } as const;
/**
 * Squares of a calendar: their size and distance, and the room for the names of days and months.
 */
export const calendarBox = { step: 13, square: 11, left: 28, top: 14, height: 105 } as const;
