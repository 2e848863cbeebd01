/** Share links and badges: edited by admins, read by anyone with the address. */
import { uuidv7 } from 'uuidv7';
import type { FilterConditions } from 'contract/analytics/filters';
import { sharePath } from 'contract/floor/page-links';
import { shareDaysAtFirst, shareLinksApi, type CreateShareLink, type ShareLink } from 'contract/analytics/share-links';
import { dayMs, dayOf, time, timeOrNull } from 'contract/floor/time';
import { readWhere } from 'contract/analytics/where';
import type { Services } from '../http/services';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { ShareLinkRow } from '../../floor/db/hosting-schema';
import { serve } from '../http/handler';
import { packageById } from '../../packages/packages';
import { pixelById } from '../../packages/pixels';
import { ApiError } from '../../floor/calls/api-error';
import { storedConditions, filterById } from '../../reports/conditions/filters';
import {
  addShareLink,
  endShareLink,
  shareLinkEnd,
  forbidsSharing,
  hashShareToken,
  newShareToken,
  shareLinkAt,
  shareLinksOf,
  sharedContent,
  type ListedShareLink,
  type SharedContent,
} from '../../reports/analytics/share-links';
import { badgesApi, BadgeKind } from 'contract/analytics/badges';
import { packageBadges, packageWithBadge, setBadges } from '../../reports/analytics/badges';

export const shareLinkEndpoints = serve(shareLinksApi, {
  async getShareLinks({ parts, owner, caller }) {
    let rows = await shareLinksOf(parts.records, owner.id, parts.clock());
    let mayRead = caller.scopes === null || caller.scopes.includes('write');
    return {
      is_forbidden: await forbidsSharing(parts.records, owner.id),
      results: rows.map((row) => present(parts, row, owner, mayRead ? tokenOf(parts, row) : null)),
    };
  },

  async createShareLink({ parts, owner, caller, body, act, address }) {
    let { title, package_id, pixel_id, last_day, password } = body;
    if (package_id !== null && pixel_id !== null) throw new ApiError('share-is-of-one', 'pixel_id');
    if (package_id !== null) await packageById(parts.records, owner.id, package_id);
    if (pixel_id !== null) await pixelById(parts.records, owner.id, pixel_id);
    let until = last_day === null ? null : Date.parse(last_day) + dayMs;
    if (until !== null && until <= act.time) throw new ApiError('share-end-is-over', 'last_day');
    let id = uuidv7();
    let token = newShareToken();
    let row = {
      id,
      owner_id: owner.id,
      token_hash: hashShareToken(token),
      sealed_token: parts.sealer.seal(token, id),
      package_id,
      pixel_id,
      title,
      shared: JSON.stringify(await sharedBy(parts, owner, body)),
      password_hash: password === null ? '' : await parts.hashing.hash(password, { address, line: 'known' }),
      until,
      ended_at: null,
      last_viewed_at: null,
      created_by: caller.user.id,
      created_at: act.time,
    };
    return present(parts, await addShareLink(parts.records, owner, row, act), owner, token);
  },

  async endShareLink({ parts, owner, params, act }) {
    await endShareLink(parts.records, owner, params.share_id, act);
    return undefined;
  },

  async getPublicShare({ parts, params, query, address }) {
    await parts.attempts.share(address);
    let now = parts.clock();
    let link = await shareLinkAt(parts.records, params.token, now);
    let isOpen =
      link.password_hash === '' || (query.key !== undefined && parts.sharing.keys.opens(query.key, link, now));
    if (!isOpen) throw new ApiError('share-needs-password');
    let days = Math.min(query.days ?? shareDaysAtFirst, sharedContent(link).longestDays);
    let numbers = await parts.sharing.counts.numbersOf(parts, link, days);
    if (!query.preview) parts.sharing.views.note(link, now);
    return numbers;
  },

  async openPublicShare({ parts, params, body, address }) {
    await parts.attempts.share(address);
    let now = parts.clock();
    let link = await shareLinkAt(parts.records, params.token, now);
    await parts.attempts.sharePassword(link.id, address);
    let turn = { address, line: 'new' as const };
    let isRight = await parts.hashing.verify(body.password, link.password_hash, turn).catch(async (error: unknown) => {
      await parts.attempts.sharePasswordNotTried(link.id, address);
      throw error;
    });
    if (!isRight) throw new ApiError('share-password-is-wrong', 'password');
    await parts.attempts.sharePasswordWasRight(link.id, address);
    return { key: parts.sharing.keys.make(link, now) };
  },
});

/** Refuses with filter-not-found, and where a condition cannot be read. */
async function sharedBy({ records }: Services, { id }: OwnerRow, body: CreateShareLink): Promise<SharedContent> {
  let conditions: FilterConditions[] = [];
  if (body.filter_id) conditions.push(storedConditions(await filterById(records, id, body.filter_id)));
  let read = readWhere(body.where);
  for (let { code } of read.refused) throw new ApiError(code, 'where');
  if (read.texts.length > 0) conditions.push(read.conditions);
  return {
    shows: [...new Set(body.shows)],
    longestDays: body.longest_days,
    where: read.texts,
    hasFilter: Boolean(body.filter_id),
    conditions,
    hidesNoise: body.hides_noise,
  };
}

/** Null where the secret that sealed it is gone. */
function tokenOf({ sealer }: Services, { id, sealed_token }: ShareLinkRow): string | null {
  return sealer.open(sealed_token, id) ?? null;
}

function present(
  { publicUrl, clock }: Services,
  row: ListedShareLink,
  owner: OwnerRow,
  token: string | null,
): ShareLink {
  let { shows, longestDays, where, hasFilter, hidesNoise } = sharedContent(row);
  return {
    id: row.id,
    owner: owner.name,
    url: token && publicUrl + sharePath(token),
    token,
    title: row.title,
    package_id: row.package_id,
    pixel_id: row.pixel_id,
    where,
    has_filter: hasFilter,
    hides_noise: hidesNoise,
    shows,
    longest_days: longestDays,
    last_day: row.until === null ? null : dayOf(row.until - 1),
    has_password: row.password_hash !== '',
    ended_at: timeOrNull(shareLinkEnd(row, clock())),
    last_viewed_at: timeOrNull(row.last_viewed_at),
    created_by: row.created_by_name,
    created_at: time(row.created_at),
  };
}

export const badgeEndpoints = serve(badgesApi, {
  async getPackageBadges({ parts, owner, params }) {
    let { id } = await packageById(parts.records, owner.id, params.package_id);
    return { on: await packageBadges(parts.records, id) };
  },

  async setPackageBadges({ parts, owner, params, body, act }) {
    let { id } = await packageById(parts.records, owner.id, params.package_id);
    await setBadges(parts.records, id, body.on, act.time);
    return { on: await packageBadges(parts.records, id) };
  },

  async getPublicBadge({ parts, params, address }) {
    await parts.attempts.badge(address);
    let kind = BadgeKind.safeParse(params.badge).data;
    let item = kind && (await packageWithBadge(parts.records, params.package_id, kind));
    if (!kind || !item) throw new ApiError('not-found');
    return parts.sharing.badges.numbersOf(parts, item, kind);
  },
});
