/** The lists of links in the footer, from the operator's setting, in the order below. */

const lists = ['product', 'company', 'support', 'legal', 'social'] as const;

interface FooterLink {
  label: string;
  href: string;
}

export interface FooterList {
  title: string;
  links: FooterLink[];
}

/**
 * Reads FOOTER_LINKS: comma separated entries `list/label=address`, where list is one of product,
 * company, support, legal, social and the address is http(s) or mailto. Throws an Error that names
 * every entry that cannot be read.
 */
export function readFooterLinks(setting: string): FooterList[] {
  let entries = setting
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  let read = entries.map(readEntry);
  let wrong = entries.filter((_, i) => read[i] === null);
  if (wrong.length) throw new Error(`FOOTER_LINKS: cannot read ${wrong.map((entry) => `"${entry}"`).join('; ')}`);
  return lists
    .map((list) => ({
      title: list[0]!.toUpperCase() + list.slice(1),
      links: read.flatMap((entry) => (entry?.list === list ? [{ label: entry.label, href: entry.href }] : [])),
    }))
    .filter(({ links }) => links.length > 0);
}

function readEntry(entry: string): (FooterLink & { list: (typeof lists)[number] }) | null {
  let [, name, label, href] = /^(\w+)\/([^=]+)=(.+)$/.exec(entry) ?? [];
  let list = lists.find((known) => known === name?.toLowerCase());
  if (!list || !label || !href || !URL.canParse(href)) return null;
  if (!['http:', 'https:', 'mailto:'].includes(new URL(href).protocol)) return null;
  return { list, label: label.trim(), href };
}
