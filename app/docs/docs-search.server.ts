/** Full-text search over articles and counting rules; all words must match. */
import { shownRules } from '../features/counting/rules.server';
import { paths } from '../links/paths';
import { articleHtml, plainText } from './article-html.server';
import { articles, type ArticleEntry, articleEntry } from './articles.server';
import { visitor } from './placeholders.server';
import { least } from 'contract/floor/extremes';

interface Searched extends ArticleEntry {
  text: string;
}

export interface DocsSearchHit extends ArticleEntry {
  /** Text around the first match, with an ellipsis where it is cut. */
  snippet: string;
}

const snippetBefore = 60;
const snippetLength = 180;
const wordsMax = 10;

let all: Searched[] | undefined;

/** Indexed on the first search, as a visitor sees it. */
function searched(): Searched[] {
  all ??= [
    ...articles.map((article) => ({ ...articleEntry(article), text: plainText(articleHtml(article, visitor).html) })),
    ...shownRules().map(({ id, title, rules }) => ({
      title: `How we count: ${title}`,
      description: '',
      to: paths.howWeCount(id),
      text: rules.map(({ says }) => says).join(' '),
    })),
  ];
  return all;
}

/** Best first: words in titles weigh most. Empty for an empty query. */
export function searchDocs(query: string): DocsSearchHit[] {
  let words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax);
  if (words.length === 0) return [];
  return searched()
    .map((one) => ({ one, score: scoreOf(one, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ one: { text, ...entry } }) => ({ ...entry, snippet: snippet(text, words) }));
}

function scoreOf({ title, description, text }: Searched, words: readonly string[]): number {
  let [inTitle, inDescription, inText] = [title, description, text].map((one) => one.toLowerCase());
  let scores = words.map((word) => {
    let found = inText!.split(word).length - 1;
    return (inTitle!.includes(word) ? 20 : 0) + (inDescription!.includes(word) ? 5 : 0) + Math.min(found, 5);
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function snippet(text: string, words: readonly string[]): string {
  let small = text.toLowerCase();
  let places = words.map((word) => small.indexOf(word)).filter((place) => place >= 0);
  let begin = Math.max(0, least([...places, text.length]) - snippetBefore);
  let end = begin + snippetLength;
  let part = text.slice(begin, end);
  // Drops words that may be cut at the ends.
  if (begin > 0) part = part.replace(/^\S*\s/, '…');
  return end < text.length ? part.replace(/\s\S*$/, '…') : part;
}
