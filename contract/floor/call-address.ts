/** The address of a call: the path of its route with its parameters, and its query. */

/** The path of a route with its parameters filled in. */
export function pathOf(route: { path: string }, params: Record<string, unknown>): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

/** Spec section 7: empty values are skipped, lists repeat their key. */
export function queryText(query: Record<string, unknown>): string {
  let search = new URLSearchParams();
  for (let [key, value] of Object.entries(query))
    for (let item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== '') search.append(key, String(item));
  let text = search.toString();
  return text ? `?${text}` : '';
}

/** The lines of an NDJSON answer. */
export function parseLines(text: string): unknown[] {
  let lines = text.split('\n').filter(Boolean);
  return lines.map((line): unknown => JSON.parse(line));
}
