/** The text form of an origin or endpoint. */

/**
 * Empty when not tracked. It begins with a letter: a spreadsheet would take 20 digits for a number
 * and round it.
 */
export function hashText(hash: bigint): string {
  return hash === 0n ? '' : `h${BigInt.asUintN(64, hash).toString(16).padStart(16, '0')}`;
}

/** The same as SQL, of a column. */
export function hashTextSql(column: string): string {
  return `CASE WHEN ${column} = 0 THEN '' ELSE 'h' || lpad(lower(hex(${column})), 16, '0') END`;
}

/** The hash of a text; undefined where it is none of `hashText`, or nobody's. */
export function parseHash(text: string): bigint | undefined {
  return /^h[0-9a-f]{16}$/.test(text) && text !== 'h0000000000000000' ? BigInt(`0x${text.slice(1)}`) : undefined;
}
