/**
 * What an owner has said about the companies behind its events: applied to each question, as SQL
 * and, with the same result, to an event in memory. Stored events stay as they are, and as the
 * corrections are part of the question, an answer that is kept never has those of another time.
 */
import type { DuckDBValue } from '@duckdb/node-api';
import type { Event } from 'contract/event-fields';
import type { Artifacts } from './artifacts';
import { eventOf } from './columns';

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

/** The same in SQL. */
export const matchKey =
  `CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' ` +
  `WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END`;

/**
 * The events to select from, as a table `events` with the columns of the stored one; the parameter
 * it needs is added to `parameters`. Without corrections it is the stored table itself.
 */
export function eventsFrom(corrections: readonly Correction[] | undefined, parameters: string[]): string {
  return corrections?.length ? `(${selected(corrections, parameters, '')}) AS events` : 'events';
}

/**
 * The same with what decided (`match`), what the company was before (`matched_name`,
 * `matched_domain`), and the correction that holds (`correction`, as `Correction.of`; null without
 * one).
 */
export function matchesFrom(corrections: readonly Correction[] | undefined, parameters: string[]): string {
  let more = `${matchKey} AS match, company_name AS matched_name, company_domain AS matched_domain`;
  if (corrections?.length)
    return `(${selected(corrections, parameters, `, ${more}, said.of AS correction`)}) AS events`;
  return `(SELECT *, ${more}, NULL::VARCHAR AS correction FROM events) AS events`;
}

/** Only a school or an authority says more of itself than that it is no access provider. */
const own = `connection_type IN ('education', 'government')`;

function selected(corrections: readonly Correction[], parameters: string[], more: string): string {
  parameters.push(JSON.stringify(corrections.map(({ of, name, domain }) => ({ of, name, domain }))));
  let said = `SELECT unnest(from_json($${parameters.length}, '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)`;
  let nobody = `said.name = '' AND said.domain = ''`;
  return (
    `SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, ` +
    `coalesce(said.domain, company_domain) AS company_domain, ` +
    `CASE WHEN said.of IS NULL THEN confidence WHEN ${nobody} THEN NULL ELSE 1.0 END AS confidence, ` +
    `CASE WHEN said.of IS NULL THEN connection_type WHEN ${nobody} THEN ` +
    `CASE WHEN connection_type = 'business' OR ${own} THEN '' ELSE connection_type END ` +
    `WHEN ${own} THEN connection_type ELSE 'business' END AS connection_type)${more} ` +
    `FROM events LEFT JOIN (${said}) AS said ON said.of = ${matchKey}`
  );
}

/** The same events as `eventsFrom` has them. */
export function corrected(corrections: readonly Correction[] | undefined, events: readonly Event[]): readonly Event[] {
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

/** The event of a row of `matchesFrom`. */
export function correctedEventOf(
  row: Record<string, DuckDBValue>,
  { artifactOf }: Pick<Artifacts, 'artifactOf'>,
  byMatch: ReadonlyMap<string, Correction>,
): CorrectedEvent {
  let event = eventOf(row, artifactOf);
  let said = row.correction === null ? undefined : byMatch.get(row.correction as string);
  return said ? { ...event, correctedBy: said } : event;
}
