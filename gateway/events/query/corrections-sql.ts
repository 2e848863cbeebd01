/** Corrections as SQL: the events of a question as they count by what an owner has said. */
import type { ArtifactKeys } from '../write/artifact-keys';
import type { CorrectedEvent, Correction } from './corrections';
import type { Dialect, EngineRow } from './dialect';

/** What decided the company of an event, as `matchOf` gives it. */
export function matchKeySql({ firstWord }: Pick<Dialect, 'firstWord'>): string {
  return (
    `CASE WHEN network <> '' THEN ${firstWord('network')} WHEN connection_type = 'hosting' THEN '' ` +
    `WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END`
  );
}

/** Only a school or an authority says more of itself than that it is no access provider. */
export const keepsConnectionType = `connection_type IN ('education', 'government')`;

/**
 * The events to select from, as a table `events` with the columns of the stored one; the parameters
 * it needs are added to `parameters`. Without corrections it is the stored table itself.
 */
export function correctedEventsSql(
  dialect: Dialect,
  corrections: readonly Correction[] | undefined,
  parameters: string[],
): string {
  return corrections?.length ? `(${dialect.corrected(corrections, parameters, () => [])}) AS events` : 'events';
}

/**
 * The same with what decided (`match`), what the company was before (`matched_name`,
 * `matched_domain`), and the correction that holds (`correction`, as `Correction.of`; null without
 * one).
 */
export function matchedEventsSql(
  dialect: Dialect,
  corrections: readonly Correction[] | undefined,
  parameters: string[],
): string {
  let more = (said: string) => [
    `${matchKeySql(dialect)} AS match`,
    'company_name AS matched_name',
    'company_domain AS matched_domain',
    `${said} AS correction`,
  ];
  if (corrections?.length) return `(${dialect.corrected(corrections, parameters, more)}) AS events`;
  return `(SELECT *, ${more(dialect.noText).join(', ')} FROM events) AS events`;
}

/** The event of a row of `matchesFrom`. */
export function correctedEventOf(
  { eventOf }: Pick<Dialect, 'eventOf'>,
  row: EngineRow,
  { artifactOf }: Pick<ArtifactKeys, 'artifactOf'>,
  byMatch: ReadonlyMap<string, Correction>,
): CorrectedEvent {
  let event = eventOf(row, artifactOf);
  let said = row.correction === null ? undefined : byMatch.get(row.correction as string);
  return said ? { ...event, correctedBy: said } : event;
}
