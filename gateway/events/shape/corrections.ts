/**
 * An owner's corrections of company matches, applied by each query in SQL (corrections-sql.ts) or
 * in memory with the same result. Stored events do not change. Corrections are part of a query's
 * cache key, so no cached answer is out of date.
 */
import type { Event } from 'contract/event-fields';

export interface Correction {
  /** The match, see `matchOf`. */
  of: string;
  /** The company; both empty if the events belong to none. */
  name: string;
  domain: string;
  /** Username at the time, and milliseconds. */
  madeBy: string;
  madeAt: number;
}

export type CorrectedEvent = Event & { correctedBy?: Correction };

/**
 * What identified the company of an event: the network's number, or `=` and the company for events
 * stored before networks were. Empty if nothing did.
 */
export function matchOf(event: Pick<Event, 'network' | 'connectionType' | 'companyName' | 'companyDomain'>): string {
  if (event.network) return event.network.split(' ', 1)[0]!;
  if (event.connectionType === 'hosting' || !(event.companyDomain || event.companyName)) return '';
  return `=${event.companyDomain || event.companyName}`;
}

/** The same result as `correctedEventsSql`. */
export function applyCorrections(
  corrections: readonly Correction[] | undefined,
  events: readonly Event[],
): readonly Event[] {
  if (!corrections?.length) return events;
  let byMatch = new Map(corrections.map((one) => [one.of, one]));
  return events.map((event) => {
    let said = byMatch.get(matchOf(event));
    return said ? { ...event, ...asSaid(said, event.connectionType) } : event;
  });
}

type Label = Pick<Event, 'companyName' | 'companyDomain' | 'confidence' | 'connectionType'>;

function asSaid({ name, domain }: Correction, type: Event['connectionType']): Label {
  let isOwn = type === 'education' || type === 'government';
  let label = { companyName: name, companyDomain: domain };
  if (!name && !domain) return { ...label, confidence: null, connectionType: type === 'business' || isOwn ? '' : type };
  return { ...label, confidence: 1, connectionType: isOwn ? type : 'business' };
}
