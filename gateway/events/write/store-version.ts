/** The version of a store's tables, the same on both engines. */
import { eventField, eventFieldNames } from 'contract/event-fields';
import { greatest } from 'contract/floor/extremes';

/** First version that stores journal positions. */
export const journalsSince = 3;

/** First version that records deletions. */
const deletionsSince = 6;

/** First version that deduplicates requests. */
export const decisionsSince = 8;

/** First version with summaries: earlier ones would change events without them. */
export const summariesSince = 10;

export const storeVersion = greatest([
  journalsSince,
  deletionsSince,
  decisionsSince,
  summariesSince,
  ...eventFieldNames.map((name) => eventField(name).since ?? 1),
]);
