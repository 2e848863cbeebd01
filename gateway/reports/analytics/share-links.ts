/** Stored share links of owners. */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { FilterConditions } from 'contract/analytics/filters';
import { SharePart } from 'contract/analytics/share-links';
import { recordAudit, type ActorContext } from '../../floor/audit';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { ShareLinkRow } from '../../floor/db/hosting-schema';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import type { Records } from '../../floor/db/schema';
import { ApiError } from '../../floor/calls/api-error';
import { byAge } from '../../floor/installation-clock';

/** Share links of an owner that work, and how many of those that ended are known as such. */
const shareLinksPerOwnerMax = 100;
const endedShareLinksMax = 100;

export const SharedContent = z.object({
  shows: z.array(SharePart),
  longestDays: z.number(),
  /** Conditions as in the address of the report, for display. */
  where: z.array(z.string()),
  hasFilter: z.boolean(),
  /** The parsed conditions, and those of the saved filter at the time of sharing. */
  conditions: z.array(FilterConditions),
  hidesNoise: z.boolean(),
});
export type SharedContent = z.output<typeof SharedContent>;

export interface ListedShareLink extends ShareLinkRow {
  created_by_name: string | null;
}

const tokenBytes = 18;

/** 144 random bits. */
export function newShareToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Only the hash of a token is stored. */
export function hashShareToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function sharedContent({ shared }: Pick<ShareLinkRow, 'shared'>): SharedContent {
  return SharedContent.parse(JSON.parse(shared));
}

/** Null while the link works. */
export function shareLinkEnd({ ended_at, until }: ShareLinkRow, now: number): number | null {
  let over = until !== null && until <= now ? until : null;
  return ended_at !== null && over !== null ? Math.min(ended_at, over) : (ended_at ?? over);
}

/** Working links, newest first, then ended ones, last ended first. */
export async function shareLinksOf(records: Records, ownerId: string, now: number): Promise<ListedShareLink[]> {
  let all = await records
    .selectFrom('share_links')
    .leftJoin('owners', 'owners.id', 'share_links.created_by')
    .where('share_links.owner_id', '=', ownerId)
    .selectAll('share_links')
    .select('owners.name as created_by_name')
    .orderBy('share_links.id', 'desc')
    .execute();
  let rank = (one: ListedShareLink) => shareLinkEnd(one, now) ?? Infinity;
  return all.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)));
}

export async function forbidsSharing(records: Records, ownerId: string): Promise<boolean> {
  let row = await records
    .selectFrom('organizations')
    .select('forbids_sharing')
    .where('id', '=', ownerId)
    .executeTakeFirst();
  return row?.forbids_sharing === 1;
}

/**
 * Throws share-not-found, also if the owner is suspended, and share-has-ended, also while the
 * organization forbids sharing.
 */
export async function shareLinkAt(records: Records, token: string, now: number): Promise<ShareLinkRow> {
  let link = await records
    .selectFrom('share_links')
    .innerJoin('owners', 'owners.id', 'share_links.owner_id')
    .where('share_links.token_hash', '=', hashShareToken(token))
    .where('owners.suspended_at', 'is', null)
    .selectAll('share_links')
    .executeTakeFirst();
  if (!link) throw new ApiError('share-not-found');
  let isOver = shareLinkEnd(link, now) !== null || (await forbidsSharing(records, link.owner_id));
  if (isOver) throw new ApiError('share-has-ended');
  return link;
}

/** Deletes the oldest ended links. Throws sharing-is-forbidden and too-many-share-links. */
export async function addShareLink(
  records: Records,
  owner: OwnerRow,
  row: ShareLinkRow,
  act: ActorContext,
): Promise<ListedShareLink> {
  return withOwnerLock(records, owner.id, async (change) => {
    if (await forbidsSharing(change, owner.id)) throw new ApiError('sharing-is-forbidden');
    let all = await shareLinksOf(change, owner.id, act.time);
    let ended = all.filter((one) => shareLinkEnd(one, act.time) !== null);
    if (all.length - ended.length >= shareLinksPerOwnerMax) throw new ApiError('too-many-share-links');
    let old = ended.slice(endedShareLinksMax).map(({ id }) => id);
    if (old.length > 0)
      await byAge(change, act.time, () => change.deleteFrom('share_links').where('id', 'in', old).execute());
    await change.insertInto('share_links').values(row).execute();
    await recordAudit(change, act, { action: 'share-link-created', owner, target: row.title });
    return { ...row, created_by_name: act.actor?.name ?? null };
  });
}

/** Throws share-link-not-found. */
export async function endShareLink(records: Records, owner: OwnerRow, id: string, act: ActorContext): Promise<void> {
  await withOwnerLock(records, owner.id, async (change) => {
    let link = (await shareLinksOf(change, owner.id, act.time)).find((one) => one.id === id);
    if (!link || shareLinkEnd(link, act.time) !== null) throw new ApiError('share-link-not-found');
    await change.updateTable('share_links').set({ ended_at: act.time }).where('id', '=', id).execute();
    await recordAudit(change, act, { action: 'share-link-ended', owner, target: link.title });
  });
}
