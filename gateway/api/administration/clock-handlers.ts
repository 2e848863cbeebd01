/** Whether the clock is in doubt, and an administrator's confirmation that it is right. */
import { clockApi } from 'contract/admin/clock';
import { time, timeOrNull } from 'contract/shared/time';
import { recordAudit } from '../../floor/audit';
import { believeClock, believedAt, seenTime } from '../../floor/installation-clock';
import { serve } from '../http/handler';

export const clockEndpoints = serve(clockApi, {
  async getClock({ parts: { records } }) {
    let seen = await seenTime(records);
    if (!seen?.doubt) return { doubt: null };
    let { since, until } = seen.doubt;
    return {
      doubt: {
        clock: time(until),
        since: time(since),
        last_seen: time(seen.time),
        believed_at: timeOrNull(believedAt(seen)),
      },
    };
  },

  async confirmClock({ parts: { records }, body: { since }, act }) {
    await records.transaction().execute(async (change) => {
      let clock = await believeClock(change, Date.parse(since));
      if (clock === undefined) return;
      // With the time before the confirmation, the entry could itself be too old.
      let confirmed = { ...act, time: clock };
      await recordAudit(change, confirmed, { action: 'clock-confirmed', owner: null, target: time(clock) });
      act.isNoted = true;
    });
    return undefined;
  },
});
