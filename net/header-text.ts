/** Node reads headers as latin1; many programs send UTF-8. */
import { isUtf8 } from 'node:buffer';

/**
 * At most `max` characters of a header, as UTF-8 if its bytes are valid UTF-8, otherwise latin1.
 */
export function headerText(header: string | undefined, max: number): string {
  let text = header ?? '';
  if (/[\x80-\xff]/.test(text)) {
    let bytes = Buffer.from(text, 'latin1');
    if (isUtf8(bytes)) text = bytes.toString('utf8');
  }
  if (text.length <= max) return text;
  // Copied: a slice would keep the whole header in memory.
  return Buffer.from(text.slice(0, max).replace(/[\ud800-\udbff]$/, '')).toString();
}
