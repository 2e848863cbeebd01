/** Journal status, for notices and /admin/status. */
import { journalApi, type JournalStatus } from 'contract/admin/journal';
import { type Call, readApiError } from '../../gateway/gateway-client.server';
import { formatCount } from '../../ui/numbers';
import { damageText } from './journal-notices';
import { bytesText, durationText } from './bytes-and-durations';

/** Null if the gateway does not respond: pages work without it. */
export async function readJournal(call: Call): Promise<JournalStatus | null> {
  try {
    return await call(journalApi.getJournal);
  } catch (thrown) {
    if (await readApiError(thrown)) return null;
    throw thrown;
  }
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
