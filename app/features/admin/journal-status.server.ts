/** Journal status, for notices and /admin/status, and whether the clock is in doubt. */
import { clockApi, type ClockDoubt } from 'contract/admin/clock';
import { journalApi, type JournalStatus } from 'contract/admin/journal';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import { formatCount } from '../../ui/numbers';
import { damageText } from './journal-notices';
import { bytesText, durationText } from './bytes-and-durations';

/** Null if it could not be loaded. */
export function readJournal(call: Call): Promise<JournalStatus | null> {
  return secondary(call(journalApi.getJournal), null);
}

/** Null also if it could not be loaded. */
export async function readClockDoubt(call: Call): Promise<ClockDoubt | null> {
  return (await secondary(call(clockApi.getClock), null))?.doubt ?? null;
}

interface JournalFact {
  label: string;
  text: string;
  isBad?: boolean;
}

export function journalFacts(journal: JournalStatus | null, now: string): JournalFact[] {
  if (!journal) return [];
  let { problem, lag, losses, damage, stores } = journal;
  let age = lag.oldest_at === null ? 0 : Math.max(0, Date.parse(now) - Date.parse(lag.oldest_at));
  let { lines, missing, refused } = damage;
  let isWhole = lines + missing + refused === 0;
  return [
    {
      label: 'Not stored yet',
      text: lag.bytes === 0 ? 'Nothing' : `${bytesText(lag.bytes)}, the oldest event has waited ${durationText(age)}`,
    },
    ...stores.map((text) => ({ label: 'Damaged', text, isBad: true })),
    ...(problem === null ? [] : [{ label: 'Storing', text: problem, isBad: true }]),
    {
      label: 'Lost',
      text: losses ? formatCount(losses.events, 'event') : 'Not known: the edge has no count of them.',
      isBad: losses?.unseen != null,
    },
    ...(losses && losses.at_risk > 0
      ? [{ label: 'In memory alone', text: formatCount(losses.at_risk, 'event'), isBad: true }]
      : []),
    { label: 'Damaged', text: isWhole ? 'Nothing' : damageText(damage), isBad: damage.unseen !== null },
  ];
}
