/**
 * What an owner has said about the companies behind its events: applied to each question, as SQL
 * (corrections-sql.ts) and, with the same result, to an event in memory. Stored events stay as they
 * are, and as the corrections are part of the question, an answer that is kept never has those of
 * another time.
 */
import type { Event } from 'contract/event-fields';

export interface Correction {
  /** The events it is about, see `matchOf`. */
  of: string;
  /** Whose they are; both empty where they are no company's. */
  name: string;
  domain: string;
  /** Username at that time, and milliseconds. */
  madeBy: string;
  madeAt: number;
}

/** An event as it counts, with the correction that named it. */
export type CorrectedEvent = Event & { correctedBy?: Correction };

/**
 * What decided the company of an event: the number of its network, or, in events from before
 * networks were kept, `=` and the company. Empty where nothing did.
 */
export function matchOf(event: Pick<Event, 'network' | 'connectionType' | 'companyName' | 'companyDomain'>): string {
  if (event.network) return event.network.split(' ', 1)[0]!;
  if (event.connectionType === 'hosting' || !(event.companyDomain || event.companyName)) return '';
  return `=${event.companyDomain || event.companyName}`;
}

/** The same events as `eventsFrom` of corrections-sql.ts has them. */
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
