/**
 * The time of events. Their times decide which requests are one download, so the clock must not
 * jump back between two of them: if the machine's clock is set back, this one runs slower until
 * that has caught up. A jump of more than an hour is accepted at once, as events would have the
 * wrong time for a day.
 */
import { hourMs } from 'contract/floor/time';

/** Speed while the machine's clock is behind. */
const slowPace = 0.9;
const slackMs = hourMs;

/** `steady` counts milliseconds monotonically. */
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
