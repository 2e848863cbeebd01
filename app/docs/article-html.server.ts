/**
 * Articles as HTML, and as plain text for the search. Their Markdown is our own, so it is trusted.
 */
import { Marked } from 'marked';
import type { Article } from './articles.server';
import { fillPlaceholders, type DocsReader } from './placeholders.server';

export interface ArticleSection {
  id: string;
  title: string;
}

export interface ArticleHtml {
  html: string;
  /** The headings below the title, for links to them. */
  parts: ArticleSection[];
}

/** An article for a reader. */
export function articleHtml(article: Article, reader: DocsReader): ArticleHtml {
  let parts: ArticleSection[] = [];
  let marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        let id = idOf(text);
        parts.push({ id, title: text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      // A wide block scrolls, and can be reached by keyboard to do so.
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>`,
    },
  });
  return { html: marked.parse(fillPlaceholders(article, reader), { async: false }), parts };
}

/** The text of a piece of HTML without its tags. */
export function plainText(html: string): string {
  let text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity).trim();
}

/** `what-counts` of "What counts". */
function idOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => Object.keys(characters).find((entity) => characters[entity] === one)!);
}
