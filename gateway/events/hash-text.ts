/** The text form of an origin or endpoint. */

/**
 * Empty when not tracked. It begins with a letter: a spreadsheet would take 20 digits for a number
 * and round it.
 */
export function hashText(hash: bigint): string {
  return hash === 0n ? '' : `h${BigInt.asUintN(64, hash).toString(16).padStart(16, '0')}`;
}
