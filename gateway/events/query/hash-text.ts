/** Text form of an origin or endpoint. */

/** Empty for untracked events. The prefix keeps spreadsheets from rounding it as a number. */
export function hashText(hash: bigint): string {
  return hash === 0n ? '' : `h${BigInt.asUintN(64, hash).toString(16).padStart(16, '0')}`;
}

/** SQL of `hashText` for a column. */
export function hashTextSql(column: string): string {
  return `CASE WHEN ${column} = 0 THEN '' ELSE 'h' || lpad(lower(hex(${column})), 16, '0') END`;
}

/** Undefined for a text that is not a hash, and for the hash of untracked events. */
export function parseHash(text: string): bigint | undefined {
  return /^h[0-9a-f]{16}$/.test(text) && text !== 'h0000000000000000' ? BigInt(`0x${text.slice(1)}`) : undefined;
}
