/**
 * Control characters, line separators, and characters that are not seen or change how others are
 * read.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * At most `max` characters of a text that anyone could have sent, without lone surrogates, which
 * JSON can contain, and without characters of control, format and direction.
 */
export function printable(text: string, max: number): string {
  let short = (text.length > max ? text.slice(0, max).replace(/[\ud800-\udbff]$/, '') : text).toWellFormed();
  return unseen.test(short) ? short.replace(controls, ' ').replace(/\p{Cf}+/gu, '') : short;
}

/** A text that was stored before such characters were left out, as people read it. */
export function cleanText(text: string): string {
  return printable(text, text.length);
}
