/** A clock that has jumped, for platform admins, who can say that it is right. */
import { z } from 'zod';
import { route } from '../rules/route';

const Moment = z.string().datetime();

const ClockDoubt = z.object({
  /** What the clock showed when it was last looked at, and right after its jump. */
  clock: Moment,
  since: Moment,
  /** The last time before the jump. */
  last_seen: Moment,
  /** When the clock is believed if it does not jump again; null: only by a confirmation. */
  believed_at: Moment.nullable(),
});
export type ClockDoubt = z.infer<typeof ClockDoubt>;

/** `doubt`: why nothing is deleted by age at the moment; null where the clock is believed. */
const ClockStatus = z.object({ doubt: ClockDoubt.nullable() });

/** The doubt that the administrator has seen. */
export const ConfirmClock = ClockDoubt.pick({ since: true });

const admin = { tag: 'Administration', access: 'platform-admin' } as const;

export const clockApi = {
  getClock: route({
    ...admin,
    id: 'getClock',
    method: 'GET',
    path: '/internal/admin/clock',
    summary: 'Get whether the clock is in doubt, so that nothing is deleted by age',
    answer: ClockStatus,
  }),

  confirmClock: route({
    ...admin,
    id: 'confirmClock',
    method: 'PUT',
    path: '/internal/admin/clock',
    summary: 'Confirm that the clock is right: deletions by age continue',
    body: ConfirmClock,
  }),
};
