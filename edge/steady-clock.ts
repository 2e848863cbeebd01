/**
 * The time of events. Which requests are one download is decided by their times, so the time must
 * not jump back between two of them: where the clock of the machine is set back, it runs slower
 * until that has caught up. A clock that was wrong by more than an hour is believed at once, as its
 * events would be in the wrong place for a day.
 */
import { hourMs } from 'contract/shared/time';

/** How fast the time goes while the clock of the machine is behind it. */
const slowPace = 0.9;
const slackMs = hourMs;

/** A clock over that of the machine; `steady` counts milliseconds that nobody sets. */
export function createSteadyClock(machine = Date.now, steady = () => performance.now()): () => number {
  let time = machine();
  let readAt = steady();
  return () => {
    let [now, read] = [machine(), steady()];
    let slow = time + Math.max(0, read - readAt) * slowPace;
    time = slow > now && slow - now <= slackMs ? slow : now;
    readAt = read;
    return Math.trunc(time);
  };
}
