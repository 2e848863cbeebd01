/** The address of a request: one spelling for paths and queries, and parsing them. */

const unreserved = /[A-Za-z0-9._~-]/;

/**
 * Printable ASCII only: every other byte a client sent (as latin1, the way Node reads it) is
 * percent-encoded, so it cannot break a header.
 */
export function ascii(text: string): string {
  if (!/[^!-~]|["<>\\^`{|}]/.test(text)) return text;
  return text.replace(
    /[^!-~]|["<>\\^`{|}]/g,
    (c) => `%${(c.charCodeAt(0) & 0xff).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** A text as its bytes in UTF-8, the way Node reads them of a request. */
export function asSent(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/**
 * One spelling of a path (RFC 3986, 6.2.2): percent-encoded unreserved characters are decoded,
 * other escapes are in capitals.
 */
export function canonicalPath(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
    let char = String.fromCharCode(parseInt(hex, 16));
    return unreserved.test(char) ? char : escape.toUpperCase();
  });
}

/** Percent-decoded text; text that is not valid percent-encoded UTF-8 stays as it is. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Keys and values of a query, decoded, in order. */
export function* queryPairs(query: string): Generator<[string, string]> {
  if (query === '') return;
  for (let pair of query.split('&')) {
    if (pair === '') continue;
    let at = pair.indexOf('=');
    yield at < 0 ? [formText(pair), ''] : [formText(pair.slice(0, at)), formText(pair.slice(at + 1))];
  }
}

/** Decoded text of a query, in which a plus is a space. */
export function formText(text: string): string {
  return decoded(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
