import { addDays } from 'contract/floor/days';
import { DayText, text } from 'contract/rules/fields';
import * as limits from 'contract/floor/limits';
import { packagesApi } from 'contract/packages/packages';
import { sharePath } from 'contract/floor/page-links';
import { pixelsApi } from 'contract/packages/pixels';
import { shareLinksApi, CreateShareLink, shareDays, type ShareLink, SharePart } from 'contract/analytics/share-links';
import { recordOf } from 'contract/floor/keys-of';
import { z } from 'zod';
import { dayRangeLabel } from '../../charts/date-buckets.server';
import { env } from '../../config/env.server';
import type { Call } from '../../gateway/gateway-client.server';
import { paths, settingsOf } from '../../links/paths';
import { serverPaths } from '../../links/paths.server';
import { errorResponse } from '../../gateway/error-message.server';
import { secondary } from '../../gateway/secondary.server';

const partWords: Record<SharePart, { label: string; hint?: string }> = {
  versions: { label: 'Versions' },
  platforms: { label: 'Platforms' },
  clients: { label: 'Clients' },
  countries: { label: 'Countries' },
  companies: { label: 'Companies', hint: 'Company names, visible to anyone with the link.' },
};

export const partFields = SharePart.options.map((name) => ({ name, ...partWords[name] }));

export function daysText(days: number): string {
  return days === 365 ? '12 months' : `${days} days`;
}

export const rangeOptions = shareDays.map((days) => ({ value: String(days), label: daysText(days) }));

export function newShareDefaults(title: string) {
  let short = title.slice(0, limits.shareTitleMax);
  return {
    title: short,
    versions: true,
    platforms: true,
    clients: true,
    countries: true,
    longest_days: '365',
    last_day: '',
  };
}

/** One checkbox per part. */
export const ShareLinkInput = z.object({
  title: text(limits.shareTitleMax),
  ...recordOf(SharePart.options.map((part) => [part, z.boolean().default(false)])),
  longest_days: CreateShareLink.shape.longest_days,
  last_day: z.preprocess((typed) => typed || null, DayText.nullable()),
  password: CreateShareLink.shape.password,
});

export function chosenParts(form: z.output<typeof ShareLinkInput>): SharePart[] {
  return SharePart.options.filter((part) => form[part]);
}

export function shareLinksHome(owner: string, username: string): string {
  return paths.settings(settingsOf(owner, username), 'share-links');
}

export interface ShareLine {
  id: string;
  page: string;
  title: string;
  about: string;
  shows: string;
  expires: string;
  hasPassword: boolean;
  endedAt: string | null;
  /** Of its own accord, or revoked. */
  hasExpired: boolean;
  viewedAt: string | null;
  createdBy: string | null;
}

export async function readShareLinks(call: Call, owner: string) {
  let all = { params: { owner }, query: { per_page: 'max' } } as const;
  let [{ results, is_forbidden }, packages, pixels] = await Promise.all([
    call(shareLinksApi.getShareLinks, { params: { owner } }),
    secondary(call(packagesApi.getPackages, all)),
    secondary(call(pixelsApi.getTrackingPixels, all)),
  ]);
  let names = new Map([...(packages?.results ?? []), ...(pixels?.results ?? [])].map(({ id, name }) => [id, name]));
  let lines = results.map((link) => shareLine(link, names));
  return {
    working: lines.filter(({ endedAt }) => endedAt === null),
    ended: lines.filter(({ endedAt }) => endedAt !== null),
    isForbidden: is_forbidden,
    newLink: serverPaths.newShareLink(owner),
  };
}

function shareLine(link: ShareLink, names: ReadonlyMap<string, string>): ShareLine {
  let { id, owner, package_id, pixel_id, where, has_filter, hides_noise } = link;
  let one = package_id ?? pixel_id;
  let isNarrowed = has_filter || where.length > 0 || hides_noise;
  return {
    id,
    page: serverPaths.shareLink(owner, id),
    title: link.title,
    about: `${one === null ? 'All packages' : (names.get(one) ?? '')}${isNarrowed ? ', with conditions' : ''}`,
    shows: sharedPartsText(link),
    expires: expiryText(link),
    hasPassword: link.has_password,
    endedAt: link.ended_at,
    hasExpired: link.last_day !== null && link.ended_at?.slice(0, 10) === addDays(link.last_day, 1),
    viewedAt: link.last_viewed_at,
    createdBy: link.created_by,
  };
}

export function expiryText({ last_day }: ShareLink): string {
  return last_day ? `after ${dayRangeLabel({ from: last_day, to: last_day })} (UTC)` : 'never';
}

export function sharedPartsText({ shows, longest_days }: ShareLink): string {
  let parts = ['totals', ...shows].join(', ');
  return `${parts}; ${daysText(longest_days)} at most`;
}

/** Throws 404 if it does not exist. */
export async function readShareLink(call: Call, owner: string, id: string | undefined) {
  let { results, is_forbidden } = await call(shareLinksApi.getShareLinks, { params: { owner } });
  let found = results.find((one) => one.id === id);
  if (!found) throw errorResponse('share-link-not-found');
  return { ...found, is_forbidden };
}

/** URL and embed code; `address`: URL of the current page. */
export function shareSnippets(token: string, { title, has_password }: ShareLink, address: string) {
  let origin = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : new URL(address).origin;
  let url = origin + sharePath(token);
  let inHtml = title.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
  let inMarkdown = title.replace(/[[\]\\`*_<>]/g, String.raw`\$&`);
  // Frames and images send no cookie, so password-protected links cannot be embedded.
  let elsewhere = [
    { label: 'Markdown', text: `[![${inMarkdown}](${url}/chart.svg)](${url})` },
    { label: 'HTML', text: `<a href="${url}"><img src="${url}/chart.svg" alt="${inHtml}" width="800"></a>` },
    {
      label: 'Frame',
      text: `<iframe src="${url}/embed" title="${inHtml}" width="800" height="350" loading="lazy" style="border:0"></iframe>`,
    },
  ];
  return { url, chart: `${sharePath(token)}/chart.svg?preview=yes`, elsewhere: has_password ? [] : elsewhere };
}
