/** A drawn chart as its markup tells it. */

export interface DrawnChart {
  /** One for each column of its table but the first; null where a number is not known. */
  lines: { name: string; values: (number | null)[] }[];
  labels: string[];
  /** Where its points lead. */
  links: string[];
  /** What is below it. */
  caption: string;
}

export function drawnChart(html: string | undefined): DrawnChart {
  let [, head = '', body = ''] = /<thead>(.*)<\/thead><tbody>(.*)<\/tbody>/s.exec(html ?? '') ?? [];
  let rows = [...body.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => cellsOf(row));
  let [, ...names] = cellsOf(head);
  return {
    lines: names.map((name, i) => ({ name, values: rows.map((row) => numberOf(row[i + 1])) })),
    labels: rows.map(([label = '']) => label),
    links: [...body.matchAll(/<th [^>]*><a href="([^"]*)"/g)].map(([, link = '']) => textOf(link)),
    caption: textOf(/<figcaption[^>]*>(.*?)<\/figcaption>/s.exec(html ?? '')?.[1] ?? ''),
  };
}

function cellsOf(row: string): string[] {
  return [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => textOf(cell));
}

function numberOf(text: string | undefined): number | null {
  return text === '–' || text === undefined ? null : Number(text.replaceAll(',', '').split(' ')[0]);
}

/** Without tags, and with the signs that markup writes as words. */
export function textOf(html: string): string {
  let signs: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' };
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(#x27|\w+);/g, (all, name: string) => signs[name] ?? all);
}
