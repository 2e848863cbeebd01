import { time } from 'contract/floor/time';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { believeClock } from '../../floor/installation-clock';
import type { Records } from '../../floor/db/schema';

/**
 * An administrator says that the clock is right which has jumped at `since`. Undefined, without an
 * entry in the audit log, if it has jumped again or is believed already; otherwise its time.
 */
export async function confirmClock(records: Records, since: number, act: ActorContext): Promise<number | undefined> {
  return records.transaction().execute(async (change) => {
    let clock = await believeClock(change, since);
    if (clock === undefined) return undefined;
    // With the time before the confirmation, the entry could itself be too old.
    let confirmed = { ...act, time: clock };
    await recordAudit(change, confirmed, { action: 'clock-confirmed', owner: null, target: time(clock) });
    return clock;
  });
}
