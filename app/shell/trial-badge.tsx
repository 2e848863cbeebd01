/**
 * Trial badge (spec section 4): green with the days left, yellow afterwards; refreshed while the
 * page is open.
 */
import { useEffect, useState } from 'react';
import { paths } from '../links/paths';
import { subscriptionRefreshMs } from '../locale/delays';
import { Badge } from '../ui/badge';

/** The loaded value, then one every ten minutes; one immediately if the page did not wait for it. */
export function useTrialDays(owner: string, loaded: number | null | undefined): number | null {
  let [days, setDays] = useState(loaded);
  useEffect(() => setDays(loaded), [loaded, owner]);
  let isLate = loaded === undefined;
  useEffect(() => {
    let isOver = false;
    let ask = async () => {
      let asked = await askTrialDays(owner);
      if (asked !== undefined && !isOver) setDays(asked);
    };
    if (isLate) void ask();
    let timer = setInterval(() => void ask(), subscriptionRefreshMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [owner, isLate]);
  return days ?? null;
}

/** Undefined without a response: the badge stays as it is. */
async function askTrialDays(owner: string): Promise<number | null | undefined> {
  try {
    let headers = { accept: 'application/json' };
    // The message of an ended session stays for the next page.
    let answer = await fetch(paths.subscriptionInfo(owner), { redirect: 'manual', headers });
    if (!answer.ok) return undefined;
    let { trialDays }: { trialDays?: number | null } = await answer.json();
    return trialDays;
  } catch {
    return undefined;
  }
}

export function TrialBadge({ days }: { days: number | null }) {
  if (days === null) return null;
  if (days < 0) return <Badge colour="yellow">Trial - Expired</Badge>;
  return (
    <Badge colour="green">
      <span className="max-lg:hidden">
        Trial - {days} {days === 1 ? 'day' : 'days'} left
      </span>
      <span className="lg:hidden">Trial - {days}d</span>
    </Badge>
  );
}
