/**
 * Share links: public pages with numbers of one package, one pixel or all packages. Their content
 * is fixed when they are created.
 */
import { z } from 'zod';
import { Change } from './compared-periods';
import { DayText, Password, text } from '../rules/fields';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

/**
 * What a link can show in addition to totals and series. Companies are left out: they are names of
 * others.
 */
export const SharePart = z.enum(['versions', 'platforms', 'clients', 'countries', 'companies']);
export type SharePart = z.infer<typeof SharePart>;

/** Lengths of ranges that end today, in days; existing links and embeds may have earlier ones. */
export const shareDays = [7, 28, 91, 365] as const;
export const shareDaysAtFirst = 28;
const earlierShareDays = [30, 90];

export function isShareDays(days: number): boolean {
  return [...shareDays, ...earlierShareDays].includes(days);
}

const ShareDays = z.coerce.number().int().refine(isShareDays, 'share-days-are-invalid');

export const CreateShareLink = z.object({
  title: text(limits.shareTitleMax),
  /** Null for all packages, or where it is about a pixel. */
  package_id: z.string().max(100).nullable().default(null),
  pixel_id: z.string().max(100).nullable().default(null),
  /** A filter of the owner, as it is now: changing it later does not change the page. */
  filter_id: z.string().max(100).optional(),
  where: z.array(z.string()).max(limits.whereConditionsMax).default([]),
  hides_noise: z.boolean().default(false),
  shows: z.array(SharePart).max(SharePart.options.length).default(['versions', 'platforms', 'clients', 'countries']),
  longest_days: ShareDays.default(365),
  /** The last day (UTC) on which the link works; null for no end. */
  last_day: DayText.nullable().default(null),
  /** Asked for before the numbers; empty for none. */
  password: z.preprocess((typed) => typed || null, Password.nullable()),
});
export type CreateShareLink = z.output<typeof CreateShareLink>;

export const ShareLink = z.object({
  id: z.string(),
  owner: z.string(),
  /** Address of the page; null for an API token without the scope `write`, which may not share. */
  url: z.string().nullable(),
  /** The secret part of the address; null with `url`. */
  token: z.string().nullable(),
  title: z.string(),
  package_id: z.string().nullable(),
  pixel_id: z.string().nullable(),
  where: z.array(z.string()),
  has_filter: z.boolean(),
  hides_noise: z.boolean(),
  shows: z.array(SharePart),
  longest_days: z.number().int(),
  last_day: z.string().nullable(),
  has_password: z.boolean(),
  /** When it ended: by hand, or with its last day; null while it works. */
  ended_at: z.string().datetime().nullable(),
  /** When it was last read, to the hour; null if never. */
  last_viewed_at: z.string().datetime().nullable(),
  /** Username of the person who made it; null when that account was deleted. */
  created_by: z.string().nullable(),
  created_at: z.string().datetime(),
});
export type ShareLink = z.infer<typeof ShareLink>;

const OwnerParams = z.object({ owner: z.string() });
const shareLinks = { tag: 'Sharing', access: 'write' } as const;

const Count = z.object({ name: z.string(), total: z.number().int() });

/**
 * The numbers of a page. Of its parts it has those that were chosen, the highest first; an unknown
 * value is the empty text, and what is missing to the total is not listed.
 */
export const PublicShare = z.object({
  title: z.string(),
  counts: z.enum(['downloads', 'views']),
  days: z.number().int(),
  longest_days: z.number().int(),
  /** First and last day, both counted (UTC). */
  start_date: z.string(),
  end_date: z.string(),
  step: z.enum(['daily', 'weekly']),
  /** The first of these days that has data. */
  first_day: z.string(),
  total: z.number().int(),
  /** Of the same number of days before, until the same hour of the last one. */
  total_before: z.number().int(),
  /** Distinct visitors, and those before. */
  unique: z.number().int(),
  unique_before: z.number().int(),
  /** The present hour (UTC): changes compare what was counted before it. */
  until: z.string().datetime(),
  total_change: Change,
  unique_change: Change,
  /** Days, or weeks by their Mondays, that have events. */
  series: z.array(z.object({ date: z.string(), total: z.number().int() })),
  versions: z.array(Count).optional(),
  platforms: z.array(Count).optional(),
  clients: z.array(Count).optional(),
  countries: z.array(Count).optional(),
  companies: z.array(Count).optional(),
  has_password: z.boolean(),
});
export type PublicShare = z.infer<typeof PublicShare>;

const TokenParams = z.object({ token: z.string() });
const publicShare = { tag: 'Sharing', access: 'anyone', params: TokenParams } as const;

export const shareLinksApi = {
  getShareLinks: route({
    ...shareLinks,
    id: 'getShareLinks',
    method: 'GET',
    path: '/v2/share-links/{owner}',
    summary: 'List share links, newest first, then revoked and expired ones; without URLs for read-only tokens',
    params: OwnerParams,
    answer: z.object({
      /** Whether the organization forbids sharing: no link works, and none is made. */
      is_forbidden: z.boolean(),
      results: z.array(ShareLink),
    }),
    errors: ['owner-not-found'],
  }),

  createShareLink: route({
    ...shareLinks,
    id: 'createShareLink',
    method: 'POST',
    path: '/v2/share-links/{owner}',
    summary: 'Create a share link; anyone with its URL can view the numbers',
    params: OwnerParams,
    body: CreateShareLink,
    status: 201,
    answer: ShareLink,
    errors: [
      'owner-not-found',
      'package-not-found',
      'pixel-not-found',
      'filter-not-found',
      'condition-is-invalid',
      'too-many-conditions',
      'share-is-of-one',
      'share-days-are-invalid',
      'range-invalid',
      'share-end-is-over',
      'sharing-is-forbidden',
      'too-many-share-links',
      'field-is-required',
      'field-is-too-long',
      'password_is_too_short',
      'password_is_too_long',
      'password_single_character',
      'too-busy',
    ],
  }),

  endShareLink: route({
    ...shareLinks,
    id: 'endShareLink',
    method: 'DELETE',
    path: '/v2/share-links/{owner}/{share_id}',
    summary: 'Revoke a share link permanently',
    params: OwnerParams.extend({ share_id: z.string() }),
    errors: ['owner-not-found', 'share-link-not-found'],
  }),

  getPublicShare: route({
    ...publicShare,
    id: 'getPublicShare',
    method: 'GET',
    path: '/v3/public/shares/{token}',
    summary: 'Get the numbers of a share link, at most five minutes old; ranges are capped at its maximum',
    query: z.object({
      days: ShareDays.optional(),
      key: z.string().max(500).optional(),
      /** A preview by its authors, which is not stored as a view. */
      preview: z
        .enum(['true', 'false'])
        .default('false')
        .transform((v) => v === 'true'),
    }),
    answer: PublicShare,
    errors: [
      'share-not-found',
      'share-has-ended',
      'share-needs-password',
      'share-days-are-invalid',
      'too-many-requests',
      'too-much-at-once',
      'server-is-busy',
      'question-is-too-large',
      'events-are-unavailable',
    ],
  }),

  openPublicShare: route({
    ...publicShare,
    id: 'openPublicShare',
    method: 'POST',
    path: '/v3/public/shares/{token}/keys',
    summary: `Unlock a share link with its password; returns a key valid for ${limits.shareKeyHours} hours`,
    body: z.object({ password: z.string().max(limits.passwordMax) }),
    status: 201,
    answer: z.object({ key: z.string() }),
    errors: ['share-not-found', 'share-has-ended', 'share-password-is-wrong', 'too-many-requests', 'too-busy'],
  }),
};
