/** Answers of another gateway, whose version may differ: one odd row of a list closes no page. */

interface Issue {
  path: readonly (string | number)[];
}

/** The answer without the rows of lists in which something is wrong, and how many these are. */
export function withoutInvalidRows(answer: unknown, issues: readonly Issue[]): { answer: unknown; leftOut: number } {
  let odd = new Set(issues.flatMap(({ path }) => rowOf(path) ?? []));
  let keep = (value: unknown, place: string): unknown => {
    if (Array.isArray(value))
      return value.flatMap((row, i) => (odd.has(`${place}/${i}`) ? [] : [keep(row, `${place}/${i}`)]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, keep(part, `${place}/${name}`)]));
  };
  return { answer: odd.size > 0 ? keep(answer, '') : answer, leftOut: odd.size };
}

/** The outermost row of a list that a path leads through. */
function rowOf(path: Issue['path']): string | undefined {
  let at = path.findIndex((part) => typeof part === 'number');
  return at < 0 ? undefined : `/${path.slice(0, at + 1).join('/')}`;
}
