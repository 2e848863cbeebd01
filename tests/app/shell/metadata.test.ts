import { existsSync, readFileSync } from 'node:fs';
import type { MetaDescriptor } from '@remix-run/react';
import { metaTags, failureMeta } from 'app/shell/meta';
import { links, meta as rootMeta } from 'app/root';
import { siteDescription, siteName } from 'app/config/site';
import { routeModules } from 'tests/support/routes';
import { describe, expect, test } from 'vitest';

const publicUrl = 'https://stats.example.com';
const pathname = '/packages/hopper-labs/overview';
const names = routeModules.map(([name]) => name);

/** Whether a route only wraps other pages: it has an index below it, or is the shell of an area. */
function isFrame(name: string): boolean {
  return ['_app', '_guest'].includes(name) || names.includes(`${name}._index`);
}

const pages = routeModules.filter(([name, module]) => module.default && !isFrame(name));

type Tag = Record<string, unknown>;

/** The tags of a route for a visit with a filter in the query. */
function metaOf(meta: unknown, error?: unknown): Tag[] {
  let location = { pathname, search: '?filter_id=7&range=last-month', hash: '', state: null, key: '' };
  let params = { owner: 'hopper-labs', packageType: 'file', packageName: 'flowmatic', username: 'linus' };
  let matches = [{ id: 'root', pathname: '/', params: {}, data: { publicUrl }, handle: undefined, meta: [] }];
  return (meta as (args: object) => MetaDescriptor[])({ data: undefined, params, location, matches, error }) as Tag[];
}

function contentOf(tags: Tag[], name: string): unknown {
  return tags.find((tag) => tag.name === name || tag.property === name)?.content;
}

// @spec 2: Metadata per page: title, robots, description, canonical, social sharing
describe('every page has its metadata', () => {
  test('there are many pages to check', () => expect(pages.length).toBeGreaterThan(70));

  test.each(pages)('%s', (_, { meta }) => {
    let tags = metaOf(meta);
    let title = tags.find((tag) => 'title' in tag)?.title as string;
    expect(title).toMatch(new RegExp(`^.+ - ${siteName}$`));
    expect(title).not.toMatch(/undefined|null/);
    expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: publicUrl + pathname });
    expect(contentOf(tags, 'robots')).toMatch(/^(no)?index, (no)?follow$/);
    expect(contentOf(tags, 'description')).toMatch(/\w{3,}/);
    for (let name of ['og:title', 'twitter:title']) expect(contentOf(tags, name), name).toBe(title);
    for (let name of ['og:description', 'twitter:description'])
      expect(contentOf(tags, name), name).toBe(contentOf(tags, 'description'));
    for (let name of ['og:image', 'twitter:image'])
      expect(contentOf(tags, name), name).toBe(`${publicUrl}/icon-512.png`);
    expect(contentOf(tags, 'og:url')).toBe(publicUrl + pathname);
    expect(contentOf(tags, 'og:site_name')).toBe(siteName);
    expect(contentOf(tags, 'og:type')).toBe('website');
    expect(contentOf(tags, 'twitter:card')).toBe('summary');
  });

  test('every page has its own description, except the two addresses without a page', () => {
    let said = pages.filter(([name]) => name !== '$').map(([, { meta }]) => contentOf(metaOf(meta), 'description'));
    expect(said.filter((words, i) => said.indexOf(words) !== i)).toEqual([]);
    expect(said).not.toContain(siteDescription);
  });

  test('only pages for visitors may be indexed', () => {
    let indexed = pages.filter(([, { meta }]) => contentOf(metaOf(meta), 'robots') === 'index, follow');
    expect(indexed.map(([name]) => name).sort()).toEqual([
      '_guest.login',
      '_guest.register',
      'api.$operation',
      'api._index',
      'docs.$article',
      'docs._index',
      'how-we-count',
    ]);
  });
});

describe('robots.txt', () => {
  const allowed = readFileSync('public/robots.txt', 'utf8')
    .split('\n')
    .flatMap((line) => /^Allow: (.+)$/.exec(line)?.[1] ?? []);
  const mayRead = (address: string) =>
    allowed.some((start) => (start.endsWith('$') ? address === start.slice(0, -1) : address.startsWith(start)));

  test('lets search engines read exactly the pages that may be indexed', () => {
    // Links that people share may be read, so that previews of them work; their metadata keep them
    // out of an index.
    let isShared = (name: string) => /^(share|badges)\./.test(name);
    let wrong = pages.filter(([name, { meta }]) => {
      let isIndexed = contentOf(metaOf(meta), 'robots') === 'index, follow';
      return !isShared(name) && mayRead(addressOf(name)) !== isIndexed;
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  /** The address of a route's file name, with a value for each variable. */
  function addressOf(name: string): string {
    let parts = name.split('.').filter((part) => !/^_(app|guest|index)$/.test(part));
    return `/${parts.map((part) => part.replace(/^\$/, 'a-').replace(/_$/, '')).join('/')}`;
  }
});

describe('a page that failed', () => {
  const notFound = { status: 404, statusText: '', internal: false, data: null };

  test('has the failure as its title, and the same tags as other pages', () => {
    let tags = metaOf(failureMeta, notFound);
    expect(tags).toContainEqual({ title: `Page not found - ${siteName}` });
    expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: publicUrl + pathname });
    expect(contentOf(tags, 'robots')).toBe('noindex, nofollow');
  });

  test.each(['_app', '_guest'])('%s and the root have these tags', (name) => {
    let frame = routeModules.find(([known]) => known === name)?.[1];
    for (let meta of [frame?.meta, rootMeta]) expect(metaOf(meta, notFound)).toEqual(metaOf(failureMeta, notFound));
  });
});

// @spec 2: A published date adds article metadata
test('a published date makes a page an article', () => {
  let published = '2026-01-01T00:00:00Z';
  let article = metaTags({ title: 'News', published }, '/news', publicUrl);
  expect(article).toContainEqual({ property: 'og:type', content: 'article' });
  expect(article).toContainEqual({ property: 'article:published_time', content: published });
  expect(JSON.stringify(metaTags({ title: 'News' }, '/news', publicUrl))).not.toContain('article');
});

// @spec 2: Manifest and favicon links
test('the manifest and the icons are linked and exist', () => {
  let [font, ...linked] = links() as { rel: string; href: string }[];
  expect(font).toMatchObject({ rel: 'preload', as: 'font', href: expect.stringMatching(/\.woff2$/) });
  expect(linked.map(({ rel }) => rel)).toEqual(['icon', 'icon', 'apple-touch-icon', 'manifest']);
  for (let { href } of linked) expect(href.startsWith('data:') || existsSync(`public${href}`), href).toBe(true);
  let manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
    name: string;
    description: string;
    icons: { src: string }[];
  };
  expect([manifest.name, manifest.description]).toEqual([siteName, siteDescription]);
  for (let { src } of manifest.icons) expect(existsSync(`public${src}`), src).toBe(true);
  expect(existsSync('public/icon-512.png')).toBe(true);
});

test('metadata has the title with the site name, and is private by default', () => {
  let tags = metaTags({ title: 'Pixels' }, '/pixels/ada', 'https://d.test');
  expect(tags).toContainEqual({ title: 'Pixels - Landfall' });
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex, nofollow' });
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://d.test/pixels/ada' });
  expect(JSON.stringify(tags)).not.toContain('article');
  let published = metaTags(
    { title: 'News', indexed: true, published: '2026-01-01T00:00:00Z' },
    '/news',
    'https://d.test',
  );
  expect(published).toContainEqual({ property: 'og:type', content: 'article' });
  expect(published).toContainEqual({ name: 'robots', content: 'index, follow' });
});
