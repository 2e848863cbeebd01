/** The state of the event journal, and acknowledgement of its losses and damage. */
import { journalApi, SeenDamage, SeenLosses, type JournalStatus } from 'contract/admin/journal';
import { time, timeOrNull } from 'contract/floor/time';
import type { DroppedEvents } from 'journal/dropped-events';
import type { z } from 'zod';
import { readNote, writeNote } from '../../floor/db/notes';
import type { Records } from '../../floor/db/schema';
import type { Services } from '../http/services';
import { serve } from '../http/handler';

/** The names of the notes. */
const seenLosses = 'seen losses';
const seenDamage = 'seen damage';

export const journalEndpoints = serve(journalApi, {
  getJournal: ({ parts }) => journalStatus(parts),

  async putSeenLosses({ parts: { records }, body }) {
    let before = await seen(records, seenLosses, SeenLosses, body.count_id);
    let events = Math.max(body.events, before?.events ?? 0);
    await writeNote(records, seenLosses, JSON.stringify({ ...body, events } satisfies SeenLosses));
    return undefined;
  },

  async putSeenDamage({ parts: { records }, body }) {
    let before = await seen(records, seenDamage, SeenDamage, body.count_id);
    let most = (what: 'lines' | 'missing' | 'refused') => Math.max(body[what], before?.[what] ?? 0);
    let note = { ...body, lines: most('lines'), missing: most('missing'), refused: most('refused') };
    await writeNote(records, seenDamage, JSON.stringify(note satisfies SeenDamage));
    return undefined;
  },
});

export async function journalStatus({ records, events, status }: Services): Promise<JournalStatus> {
  let { lag, losses, damage, damagedFolder } = await events.journal();
  let { id, lines, missing, refused, last } = damage;
  let known = await seen(records, seenDamage, SeenDamage, id);
  let unseen = {
    lines: lines - (known?.lines ?? 0),
    missing: missing - (known?.missing ?? 0),
    refused: refused - (known?.refused ?? 0),
  };
  let isSeen = Object.values(unseen).every((count) => count <= 0);
  return {
    problem: events.writeProblem() ?? null,
    lag: { bytes: lag.bytes, oldest_at: timeOrNull(lag.oldest) },
    losses: losses ? await lossesOf(records, losses) : null,
    damage: {
      count_id: id,
      lines,
      missing,
      refused,
      folder: damagedFolder,
      unseen: isSeen ? null : { ...unseen, last_at: timeOrNull(last) },
    },
    stores: Object.values(status.damage()).filter((sentence) => sentence !== undefined),
  };
}

async function lossesOf(records: Records, losses: DroppedEvents): Promise<NonNullable<JournalStatus['losses']>> {
  let { id, events, waiting, periods } = losses;
  let unseen = events - ((await seen(records, seenLosses, SeenLosses, id))?.events ?? 0);
  let from = periods.findLastIndex((_, i) => periods.slice(i).reduce((sum, each) => sum + each.events, 0) >= unseen);
  let told = periods.slice(Math.max(0, from));
  let [first, last] = [told[0], told.at(-1)];
  return {
    count_id: id,
    events,
    at_risk: waiting?.events ?? 0,
    unseen:
      unseen <= 0 || !first || !last
        ? null
        : {
            events: unseen,
            since: time(first.since),
            until: time(last.until),
            reasons: [...new Set(told.map(({ reason }) => reason))],
          },
  };
}

/** What was seen of a count; undefined where that was another count, or nothing. */
async function seen<Seen extends { count_id: string }>(
  records: Records,
  name: string,
  schema: z.ZodType<Seen, z.ZodTypeDef, unknown>,
  countId: string,
): Promise<Seen | undefined> {
  let text = await readNote(records, name);
  let parsed = text === undefined ? undefined : schema.safeParse(JSON.parse(text));
  return parsed?.success && parsed.data.count_id === countId ? parsed.data : undefined;
}
