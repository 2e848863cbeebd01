import type { StoredEvents } from 'contract/exports/erasure';
import { secondary } from '../../gateway/secondary.server';
import { formatInteger } from '../../ui/numbers';

/** A failed count does not block the page: events are deleted anyway. */
export async function deletionNotice(
  whose: 'Its' | 'Your' | 'Their',
  counting: Promise<StoredEvents>,
): Promise<string> {
  let stored = await secondary(counting);
  if (!stored) return `${whose} events are deleted within an hour.`;
  let { events, deleted_within } = stored;
  if (events === 0) return `${whose === 'Your' ? 'You have' : whose === 'Its' ? 'It has' : 'They have'} no events yet.`;
  let when = deleted_within === 'minute' ? 'a minute' : 'an hour';
  return `${whose} ${formatInteger(events)} ${events === 1 ? 'event is' : 'events are'} permanently deleted within ${when}.`;
}
