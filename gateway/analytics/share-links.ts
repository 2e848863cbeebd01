/** Share links of owners: found, listed, made, ended. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { FilterConditions } from 'contract/filters';
import * as limits from 'contract/limits';
import { SharePart } from 'contract/share-links';
import { hourMs } from 'contract/time';
import { recordAudit, type Act } from '../administration/audit';
import type { OwnerTable } from '../db/account-schema';
import type { ShareLinkTable } from '../db/hosting-schema';
import { inLock } from '../db/owner-transaction';
import type { Records } from '../db/schema';
import { Refusal } from '../refusal';

/** What a link shows, and of which events. */
export const Shared = z.object({
  shows: z.array(SharePart),
  longestDays: z.number(),
  /** As they were in the address of the report, for those who see the link. */
  where: z.array(z.string()),
  hasFilter: z.boolean(),
  /** What they say, and what the saved filter said then. */
  conditions: z.array(FilterConditions),
  hidesNoise: z.boolean(),
});
export type Shared = z.output<typeof Shared>;

export interface ListedShareLink extends ShareLinkTable {
  created_by_name: string | null;
}

const tokenBytes = 18;

/** What nobody can guess: 144 random bits. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export function sharedOf({ shared }: Pick<ShareLinkTable, 'shared'>): Shared {
  return Shared.parse(JSON.parse(shared));
}

/** When a link ended; null while it works. */
export function endOf({ ended_at, until }: ShareLinkTable, now: number): number | null {
  let over = until !== null && until <= now ? until : null;
  return ended_at !== null && over !== null ? Math.min(ended_at, over) : (ended_at ?? over);
}

/** Share links of an owner, newest first. */
export async function shareLinksOf(records: Records, ownerId: string): Promise<ListedShareLink[]> {
  return records
    .selectFrom('share_links')
    .leftJoin('owners', 'owners.id', 'share_links.created_by')
    .where('share_links.owner_id', '=', ownerId)
    .selectAll('share_links')
    .select('owners.name as created_by_name')
    .orderBy('share_links.id', 'desc')
    .execute();
}

/**
 * The link of an address. Refuses with share-has-ended, and with share-not-found where there is
 * none, or its owner is suspended.
 */
export async function shareLinkAt(records: Records, token: string, now: number): Promise<ShareLinkTable> {
  let link = await records
    .selectFrom('share_links')
    .innerJoin('owners', 'owners.id', 'share_links.owner_id')
    .where('share_links.token', '=', token)
    .where('owners.suspended_at', 'is', null)
    .selectAll('share_links')
    .executeTakeFirst();
  if (!link) throw new Refusal('share-not-found');
  if (endOf(link, now) !== null) throw new Refusal('share-has-ended');
  return link;
}

/** Keeps a new link, and forgets those that ended long ago. Refuses with too-many-share-links. */
export async function addShareLink(
  records: Records,
  owner: OwnerTable,
  row: ShareLinkTable,
  act: Act,
): Promise<ListedShareLink> {
  return inLock(records, owner.id, async (change) => {
    let all = await shareLinksOf(change, owner.id);
    let ended = all.filter((one) => endOf(one, act.time) !== null);
    if (all.length - ended.length >= limits.shareLinksPerOwnerMax) throw new Refusal('too-many-share-links');
    let old = ended.slice(limits.endedShareLinksMax).map(({ id }) => id);
    if (old.length > 0) await change.deleteFrom('share_links').where('id', 'in', old).execute();
    await change.insertInto('share_links').values(row).execute();
    await recordAudit(change, act, { action: 'share-link-created', owner, target: row.title });
    return { ...row, created_by_name: act.actor?.name ?? null };
  });
}

/** Ends a link that works. Refuses with share-link-not-found. */
export async function closeShareLink(records: Records, owner: OwnerTable, id: string, act: Act): Promise<void> {
  await inLock(records, owner.id, async (change) => {
    let link = (await shareLinksOf(change, owner.id)).find((one) => one.id === id);
    if (!link || endOf(link, act.time) !== null) throw new Refusal('share-link-not-found');
    await change.updateTable('share_links').set({ ended_at: act.time }).where('id', '=', id).execute();
    await recordAudit(change, act, { action: 'share-link-ended', owner, target: link.title });
  });
}

/** Stores that a link was read; once an hour, so that readers are no load of writes. */
export async function markViewed(records: Records, link: ShareLinkTable, now: number): Promise<void> {
  if (link.last_viewed_at !== null && link.last_viewed_at > now - hourMs) return;
  let hour = Math.floor(now / hourMs) * hourMs;
  await records.updateTable('share_links').set({ last_viewed_at: hour }).where('id', '=', link.id).execute();
}
