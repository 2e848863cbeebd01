/**
 * The address of a request: one spelling for paths and queries, parsing them, and adding a query to
 * a target.
 */

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

function formText(text: string): string {
  return decoded(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/**
 * Adds a query to a target address. Each key is kept once: the target's own value first, then the
 * first one of the request.
 */
export function mergeQuery(target: string, query: string): string {
  if (query === '') return target;
  let hash = target.indexOf('#');
  let head = hash < 0 ? target : target.slice(0, hash);
  let ask = head.indexOf('?');
  let seen = new Set<string>();
  if (ask >= 0) for (let [key] of queryPairs(head.slice(ask + 1))) seen.add(key);
  let added = '';
  for (let pair of query.split('&')) {
    if (pair === '') continue;
    let at = pair.indexOf('=');
    let key = formText(at < 0 ? pair : pair.slice(0, at));
    if (seen.has(key)) continue;
    seen.add(key);
    added += `&${pair}`;
  }
  if (added === '') return target;
  let joint = ask < 0 ? `?${added.slice(1)}` : /[?&]$/.test(head) ? added.slice(1) : added;
  return head + joint + (hash < 0 ? '' : target.slice(hash));
}
