/** A QR code as the path of an SVG: one square for each dark module. */
import { encode } from 'uqr';

export interface QrCode {
  /** Modules along one side, quiet zone included. */
  size: number;
  path: string;
}

/** Modules of light around the code (ISO 18004 asks for four). */
const quietZone = 4;

/** The code of a text, at the middle level of error correction. */
export function qrCode(text: string): QrCode {
  let { size, data } = encode(text, { ecc: 'M', border: quietZone });
  let path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}
