/** The documentation: links and placeholders of its articles, what each reader sees, the search. */
import { articleHtml, plainText } from 'app/docs/article-html.server';
import { articleNamed, articles, articleGroups } from 'app/docs/articles.server';
import { visitor } from 'app/docs/placeholders.server';
import { searchDocs } from 'app/docs/docs-search.server';
import { loader } from 'app/routes/docs.$article';
import { typeNames } from 'contract/packages/package-types/list';
import { routeAt } from 'tests/support/route-patterns';
import { describe, expect, test } from 'vitest';

const readers = {
  visitor,
  owner: { owner: 'ada', mayCreate: true },
  member: { owner: 'ada', mayCreate: false },
};

function linksOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);
}

describe.each(Object.entries(readers))('for %s', (_, reader) => {
  test.each(articles.map((article) => [article.slug, article] as const))(
    '%s has text, its own parts, and links that lead to pages',
    (_slug, article) => {
      let { html, parts } = articleHtml(article, reader);
      expect(plainText(html).length).toBeGreaterThan(200);
      expect(html).not.toMatch(/\{\{\w|undefined|<h1/);
      expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
      let inside = linksOf(html).filter((href) => href.startsWith('/'));
      for (let href of inside) {
        expect(routeAt(href), href).toBeDefined();
        let [, slug, part] = /^\/docs\/([^#]*)(?:#(.*))?$/.exec(href) ?? [];
        if (slug === undefined) continue;
        let linked = articleNamed(slug);
        expect(linked, href).toBeDefined();
        if (part) expect(articleHtml(linked!, reader).parts.map(({ id }) => id)).toContain(part);
      }
    },
  );
});

test('every package type has an article with a command at the host of the reader', () => {
  for (let type of typeNames) {
    let { html } = articleHtml(articleNamed(type)!, readers.owner);
    expect(html, type).toMatch(/<pre tabindex="0" translate="no"><code>[^<]*ada\./);
  }
});

test('links to pages that a reader does not have are plain text', () => {
  let start = articleNamed('getting-started')!;
  let linked = (reader: keyof typeof readers) => linksOf(articleHtml(start, readers[reader]).html);
  expect(linked('owner')).toEqual(expect.arrayContaining(['/new-package/ada', '/home/ada']));
  expect(linked('member')).not.toContain('/new-package/ada');
  expect(linked('member')).toContain('/home/ada');
  expect(linked('visitor').join()).not.toMatch(/new-package|home/);
  expect(plainText(articleHtml(start, visitor).html)).toContain('Open New package and choose');
});

test('code is shown as text', () => {
  let { html } = articleHtml(articleNamed('pixels')!, visitor);
  expect(html).toContain('&lt;img referrerpolicy=');
  expect(html).not.toContain('<img');
});

test('every article is listed once, next to the counting rules and the API', () => {
  let addresses = articleGroups().flatMap(({ entries }) => entries.map(({ to }) => to));
  expect(addresses).toHaveLength(articles.length + 2);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toEqual(expect.arrayContaining(['/how-we-count', '/api']));
});

describe('the search', () => {
  test('finds articles that have every word, titles first', () => {
    expect(searchDocs('badges')[0]?.to).toBe('/docs/badges');
    expect(searchDocs('Python INDEX')[0]?.to).toBe('/docs/python');
    let [hit] = searchDocs('lockfile tarball');
    expect(hit?.to).toBe('/docs/npm');
    expect(hit?.snippet.toLowerCase()).toMatch(/lockfile|tarball/);
  });

  test('finds the rules of counting', () => {
    expect(searchDocs('isbot').map(({ to }) => to)).toContain('/how-we-count#audience');
  });

  test('finds nothing for a word that no article has, or for no word', () => {
    expect(searchDocs('badges zzyzx')).toEqual([]);
    expect(searchDocs('   ')).toEqual([]);
  });
});

test('an unknown article is not found', async () => {
  let request = new Request('http://dashboard.test/docs/no-such-article');
  let opening = loader({ request, params: { article: 'no-such-article' }, context: {} } as never);
  await expect(opening).rejects.toMatchObject({ status: 404 });
});
