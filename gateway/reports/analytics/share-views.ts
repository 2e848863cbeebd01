/** Stores when share links were last viewed, without delaying the response. */
import type { Logger } from 'pino';
import { hourMs } from 'contract/floor/time';
import type { ShareLinkRow } from '../../floor/db/hosting-schema';
import type { Records } from '../../floor/db/schema';

export interface ShareViews {
  /** Writes at most once an hour per link. Never throws. */
  note(link: ShareLinkRow, now: number): void;
  /** Resolves when no write is pending. */
  idle(): Promise<void>;
}

export function createShareViews(records: Records, log: Logger): ShareViews {
  let writing = new Map<string, Promise<void>>();

  async function write({ id, created_at }: ShareLinkRow, now: number): Promise<void> {
    // Rounded to the hour, but not before the link was created.
    let read = Math.max(Math.floor(now / hourMs) * hourMs, created_at);
    await records
      .updateTable('share_links')
      .set({ last_viewed_at: read })
      .where('id', '=', id)
      .where((e) => e.or([e('last_viewed_at', 'is', null), e('last_viewed_at', '<', read)]))
      .execute();
  }

  return {
    note(link, now) {
      let { id, last_viewed_at } = link;
      if ((last_viewed_at !== null && last_viewed_at > now - hourMs) || writing.has(id)) return;
      let written = write(link, now)
        .catch((error: unknown) => log.warn({ err: error }, 'a share link view could not be stored'))
        .finally(() => writing.delete(id));
      writing.set(id, written);
    },
    async idle() {
      await Promise.all(writing.values());
    },
  };
}
