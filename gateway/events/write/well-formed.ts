/**
 * Half a surrogate pair, which JSON can have, is no text for an engine: it refuses every question
 * about it.
 */
import type { Event } from 'contract/event-fields';

/** Variables without such halves. */
export function wellFormed(variables: Event['variables']): Event['variables'] {
  return Object.fromEntries(
    Object.entries(variables).map(([name, text]) => [name.toWellFormed(), text.toWellFormed()]),
  );
}
