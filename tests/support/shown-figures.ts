/** The figures that a page shows, as a reader sees them: cards, tables and the line on what is counted. */
import { parseDocument, DomUtils } from 'htmlparser2';

type Node = ReturnType<typeof parseDocument>['children'][number];

export interface ShownPage {
  heading: string;
  /** The line below the title of a page. */
  description: string;
  cards: { label: string; value: string; change: string }[];
  tables: { caption: string; columns: string[]; rows: string[][] }[];
  /** `Includes 4.5% bots`; empty without such a line. */
  counted: string;
}

export function shownPage(html: string): ShownPage {
  let { children } = parseDocument(html);
  let all = (name: string, from: Node | Node[] = children) => DomUtils.getElementsByTagName(name, from, true);
  let heading = all('h1')[0];
  let lists = all('dl').filter((list) => all('dt', list).length > 0);
  let details = all('section').find(({ attribs }) => attribs['aria-label'] === 'What is counted');
  return {
    heading: heading ? textOf(heading) : '',
    description: heading?.parent ? textOf(heading.parent as Node) : '',
    cards: lists.flatMap((list) =>
      all('dt', list).flatMap((term) => {
        let values = all('span', term.parent as Node).filter(({ attribs }) => /tabular-nums/.test(attribs.class ?? ''));
        let [number, change] = values;
        if (!number) return [];
        let compared = change ?? number.next;
        return [{ label: textOf(term), value: textOf(number), change: compared ? textOf(compared as Node) : '' }];
      }),
    ),
    tables: all('table').map((table) => ({
      caption: all('caption', table).map(textOf).join(),
      columns: all('th', all('thead', table)).map(textOf),
      rows: all('tr', all('tbody', table)).map((row) =>
        cellsOf(row).map((cell) => textOf(cell) + domainOf(all('a', cell))),
      ),
    })),
    counted: details ? (all('summary', details).map(textOf)[0] ?? '') : '',
  };
}

/** That of the page of a company, which may be named without its domain. */
function domainOf(links: readonly { attribs: Record<string, string> }[]): string {
  let [domain] = links.flatMap(({ attribs }) => /^\/companies\/[^/]+\/([^/?#]+)/.exec(attribs.href ?? '')?.[1] ?? []);
  return domain ? ` ${domain}` : '';
}

function cellsOf(row: Node): Node[] {
  return DomUtils.getChildren(row).filter((cell) => 'attribs' in cell) as Node[];
}

/** Elements stand apart, as blocks do on the page. */
function textOf(node: Node): string {
  return joined(node).replace(/\s+/g, ' ').trim();
}

function joined(node: Node): string {
  // Times are said relative to now, and exactly on demand.
  if (node.type === 'tag' && node.name === 'time' && node.attribs.title) return node.attribs.title;
  if ('data' in node) return node.type === 'text' ? node.data : '';
  return node.children.map((child) => (child.type === 'tag' ? ` ${joined(child)} ` : joined(child))).join('');
}
