/** Whether the clock is in doubt, and an administrator's confirmation that it is right. */
import { clockApi } from 'contract/admin/clock';
import { time, timeOrNull } from 'contract/floor/time';
import { believedAt, seenTime } from '../../floor/installation-clock';
import { confirmClock } from '../../people/administration/clock-confirmation';
import { serve } from '../http/handler';

export const clockEndpoints = serve(clockApi, {
  async getClock({ parts: { records } }) {
    let seen = await seenTime(records);
    if (!seen?.doubt) return { doubt: null };
    let { since, until } = seen.doubt;
    let believed = believedAt(seen);
    return {
      doubt: {
        clock: time(until),
        since: time(since),
        last_seen: time(seen.time),
        // It has passed while another server has another time.
        believed_at: timeOrNull(believed !== null && believed > until ? believed : null),
      },
    };
  },

  async confirmClock({ parts: { records }, body: { since }, act }) {
    if ((await confirmClock(records, Date.parse(since), act)) !== undefined) act.isNoted = true;
    return undefined;
  },
});
