/** Articles as HTML, and as plain text for the search. Our own Markdown, so trusted. */
import { Marked } from 'marked';
import type { Article } from './articles.server';
import { fillPlaceholders, type DocsReader } from './placeholders.server';

export interface ArticleSection {
  id: string;
  title: string;
}

export interface ArticleHtml {
  html: string;
  parts: ArticleSection[];
}

export function articleHtml(article: Article, reader: DocsReader): ArticleHtml {
  let parts: ArticleSection[] = [];
  let marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        let id = idOf(text);
        if (depth === 2) parts.push({ id, title: text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      // Wide blocks scroll; `tabindex` makes that possible by keyboard.
      code: ({ text }) => `<div class="code"><pre tabindex="0" translate="no"><code>${escaped(text)}</code></pre></div>`,
      codespan: ({ text }) => `<code translate="no">${escaped(text)}</code>`,
    },
  });
  return { html: marked.parse(fillPlaceholders(article, reader), { async: false }), parts };
}

export function plainText(html: string): string {
  let text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity).trim();
}

/** "What counts" becomes `what-counts`. */
function idOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => Object.keys(characters).find((entity) => characters[entity] === one)!);
}
