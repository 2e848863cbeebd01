/**
 * State of the event journal for platform admins: what waits, and what was lost or damaged and
 * acknowledged.
 */
import { z } from 'zod';
import { knownOrOthers, route } from '../rules/route';

const Moment = z.string().datetime();
const Count = z.number().int().nonnegative();
const CountId = z.string().max(100);

/** Events that were served and could not be kept. */
const Losses = z.object({
  /** Changes whenever the count is reset. */
  count_id: CountId,
  /** Since the count began. */
  events: Count,
  /** In memory while the journal takes nothing: lost if the edge ends now. */
  at_risk: Count,
  /** Not acknowledged yet; null if there is nothing. */
  unseen: z
    .object({
      events: Count,
      since: Moment,
      until: Moment,
      reasons: z.array(knownOrOthers(['disk-full', 'journal-full', 'write-failed', 'too-slow'])),
    })
    .nullable(),
});

const DamageCounts = z.object({
  /** Lines that could not be read. */
  lines: Count,
  /** Events that are known to be missing. */
  missing: Count,
  /** Events that could not be stored. */
  refused: Count,
});

const Damage = DamageCounts.extend({
  count_id: CountId,
  /** Where lines and events that were set aside are kept. */
  folder: z.string(),
  /** Not acknowledged yet, and when the last was found; null if there is nothing. */
  unseen: DamageCounts.extend({ last_at: Moment.nullable() }).nullable(),
});

export const JournalStatus = z.object({
  /** Why events are not stored, and what to do; null where they are. */
  problem: z.string().nullable(),
  /** What is not stored yet: bytes, and when the first of its events was. */
  lag: z.object({ bytes: Count, oldest_at: Moment.nullable() }),
  /** Null where no edge has counted yet. */
  losses: Losses.nullable(),
  damage: Damage,
  /** What is damaged in the stores, and what to do. */
  stores: z.array(z.string()).default([]),
});
export type JournalStatus = z.infer<typeof JournalStatus>;

/** How much was lost at the time of the acknowledgement. */
export const SeenLosses = z.object({ count_id: CountId, events: z.coerce.number().pipe(Count) });
export type SeenLosses = z.infer<typeof SeenLosses>;

/** What was damaged at the time of the acknowledgement. */
export const SeenDamage = z.object({
  count_id: CountId,
  lines: z.coerce.number().pipe(Count),
  missing: z.coerce.number().pipe(Count),
  refused: z.coerce.number().pipe(Count),
});
export type SeenDamage = z.infer<typeof SeenDamage>;

const admin = { tag: 'Administration', access: 'platform-admin' } as const;

export const journalApi = {
  getJournal: route({
    ...admin,
    id: 'getJournal',
    method: 'GET',
    path: '/internal/admin/journal',
    summary: 'Get the journal status: pending, lost and damaged events',
    answer: JournalStatus,
  }),

  putSeenLosses: route({
    ...admin,
    id: 'putSeenLosses',
    method: 'PUT',
    path: '/internal/admin/journal/seen-losses',
    summary: 'Acknowledge a number of lost events',
    body: SeenLosses,
  }),

  putSeenDamage: route({
    ...admin,
    id: 'putSeenDamage',
    method: 'PUT',
    path: '/internal/admin/journal/seen-damage',
    summary: 'Acknowledge an amount of damage',
    body: SeenDamage,
  }),
};
