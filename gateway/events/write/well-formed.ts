/**
 * Replaces lone surrogates, which JSON can contain and which make every query about the event fail.
 */
import type { Event } from 'contract/event-fields';

export function wellFormed(variables: Event['variables']): Event['variables'] {
  return Object.fromEntries(
    Object.entries(variables).map(([name, text]) => [name.toWellFormed(), text.toWellFormed()]),
  );
}
