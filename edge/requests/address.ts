/** Paths and queries of request targets. */
import { formText, queryPairs } from 'contract/packages/file-routes/request-path';

export { ascii, canonicalPath, decoded, queryPairs } from 'contract/packages/file-routes/request-path';

/**
 * Adds a query to a target address. Each key is kept once: the target's value first, then the first
 * one of the request.
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

/**
 * Query strings of referrers can contain private data: search terms, addresses, personal links. A page
 * that is given by name keeps its query.
 */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
