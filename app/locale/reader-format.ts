/**
 * The reader's time zone and number format: from the request on the server, from `<html data-*>` in
 * the browser.
 */
interface ReaderFormat {
  zone?: string | undefined;
  /** The signs between thousands and before fractions. */
  numbers?: string | undefined;
}

let look = (): ReaderFormat => globalThis.document?.documentElement.dataset ?? {};

/** On the server, where there are many readers. */
export function provideReaderFormat(given: () => ReaderFormat): void {
  look = given;
}

export function timeZone(): string {
  return look().zone ?? 'UTC';
}

/** A number that is written `1,234.5`, as the reader writes it. */
export function withReaderSigns(number: string): string {
  let signs = look().numbers;
  return signs ? number.replace(/[,.]/g, (sign) => signs[sign === ',' ? 0 : 1]!) : number;
}
