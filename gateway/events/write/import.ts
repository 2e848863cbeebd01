/**
 * Events of files take the same path to the table as the journal's. Batches run one after the
 * other, so that the table has every id of the batch before.
 */
import type { Event } from 'contract/event-fields';
import type { QueryEngine } from '../query/dialect';
import type { EventStore, ImportedEvent, ImportOutcome } from '../shape/store';
import { SerialQueue } from '../../floor/calls/serial-queue';
import type { ErasedEvents } from './erased-events';
import type { EventWriter } from './writer';

export function createImport({ dialect, read }: QueryEngine, writer: EventWriter): EventStore['import'] {
  let queue = new SerialQueue();

  /** The artifact key of each id that is stored. */
  async function storedIds(events: readonly ImportedEvent[]): Promise<Map<string, number>> {
    let ids = events.map(({ event }) => event.id).sort();
    let text = `SELECT id, artifact FROM events WHERE ${dialect.hasId(ids)}`;
    let rows = await read((ask) => ask(text), { keys: [] });
    return new Map(rows.map(({ id, artifact }) => [String(id), Number(artifact)]));
  }

  /** Also under the id and owner that its artifact had before. */
  function isErased({ event, formerArtifactId }: ImportedEvent, has: ErasedEvents['has']): boolean {
    if (has(event)) return true;
    if (formerArtifactId === '' || formerArtifactId === event.artifactId) return false;
    let [key] = writer.artifacts().ofArtifact(formerArtifactId);
    let ownerId = key === undefined ? event.ownerId : writer.artifacts().artifactOf(key).ownerId;
    return has({ ...event, artifactId: formerArtifactId, ownerId });
  }

  async function take(events: readonly ImportedEvent[]): Promise<ImportOutcome[]> {
    if (events.length === 0) return [];
    for (let ownerId of new Set(events.map(({ event }) => event.ownerId))) await writer.settle(ownerId);
    let ids = await storedIds(events);
    let outcomes: ImportOutcome[] = [];
    let chosen = new Map<string, Event>();
    let refused = await writer.addImported((has) => {
      for (let one of events) {
        let { event } = one;
        let outcome = outcomeOf(event, ids.get(event.id) ?? chosen.get(event.id));
        if (outcome === 'stored' && isErased(one, has)) outcome = 'erased';
        if (outcome === 'stored') chosen.set(event.id, event);
        outcomes.push(outcome);
      }
      return [...chosen.values()];
    });
    if (refused.length === 0) return outcomes;
    let lost = new Set(refused.map(({ id }) => id));
    // Nor is a row that repeats a refused one.
    let isIn = (outcome: ImportOutcome) => outcome === 'stored' || outcome === 'known';
    return outcomes.map((outcome, i) =>
      isIn(outcome) && lost.has(events[i]!.event.id) ? 'cannot-be-stored' : outcome,
    );
  }

  /**
   * `earlier` is the event in this batch, or the artifact key of the stored one, with the same id.
   */
  function outcomeOf(event: Event, earlier: Event | number | undefined): ImportOutcome {
    if (earlier === undefined) return 'stored';
    let known = typeof earlier === 'number' ? writer.artifacts().artifactOf(earlier) : earlier;
    return known.artifactId === event.artifactId ? 'known' : 'id-is-taken';
  }

  return (events) => queue.run(() => take(events));
}
