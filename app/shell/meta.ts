/** Page metadata for browsers, search engines and social networks (spec section 2). */
import type { MetaDescriptor, MetaFunction } from '@remix-run/react';
import { readFailure } from './error-page';
import { siteDescription, siteName } from '../config/site';

export interface PageMeta {
  /** Rendered as "title - site name". */
  title: string;
  /** One sentence; default: that of the product. */
  description?: string;
  /** Only public pages may be indexed. */
  indexed?: boolean;
  /** Preview image; default: that of the product. */
  picture?: { path: string; alt: string; width: number; height: number };
  /** ISO time; adds article metadata. */
  published?: string;
}

type Loaded<T> = { data: T | undefined; params: Record<string, string | undefined> };

/**
 * A route's `meta` export. A function receives loader data (undefined on error pages) and params.
 */
export function pageMeta<T = unknown>(page: PageMeta | ((loaded: Loaded<T>) => PageMeta)): MetaFunction {
  return ({ data, params, location, matches }) => {
    let told = typeof page === 'function' ? page({ data: data as T | undefined, params }) : page;
    return metaTags(told, location.pathname, publicUrlOf(matches));
  };
}

/** The `meta` of a settings page: its description for the own account, or for an organization. */
export function settingsMeta(title: string, account: string, organization: string): MetaFunction {
  return pageMeta(({ params }) => ({ title, description: params.owner === undefined ? account : organization }));
}

/** For routes whose loader or rendering failed: the error is the title. */
export const failureMeta: MetaFunction = ({ error, location, matches }) =>
  error
    ? metaTags({ title: readFailure(error).title }, location.pathname, publicUrlOf(matches))
    : [{ title: siteName }];

/** `publicUrl`: the dashboard's URL without a trailing slash. Canonical URLs have no query. */
export function metaTags(page: PageMeta, pathname: string, publicUrl: string): MetaDescriptor[] {
  let url = publicUrl + pathname;
  let { picture } = page;
  let imageUrl = publicUrl + (picture?.path ?? '/icon-512.png');
  let title = `${page.title} - ${siteName}`;
  let description = page.description ?? siteDescription;
  return [
    { title },
    { name: 'description', content: description },
    { name: 'robots', content: page.indexed ? 'index, follow' : 'noindex, nofollow' },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: siteName },
    { property: 'og:type', content: page.published ? 'article' : 'website' },
    { property: 'og:image', content: imageUrl },
    ...(picture ? pictureTags(picture) : []),
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: imageUrl },
    ...(page.published ? [{ property: 'article:published_time', content: page.published }] : []),
  ];
}

function pictureTags({ alt, width, height }: NonNullable<PageMeta['picture']>): MetaDescriptor[] {
  return [
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { property: 'og:image:alt', content: alt },
  ];
}

function publicUrlOf(matches: { id: string; data?: unknown }[]): string {
  let root = matches.find((match) => match.id === 'root')?.data as { publicUrl?: string } | undefined;
  return root?.publicUrl ?? '';
}
