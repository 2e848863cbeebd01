import type { ArtifactKeys } from '../shape/artifact-keys';
import type { CorrectedEvent, Correction } from '../shape/corrections';
import { textOf, type Dialect, type EngineRow } from './dialect';

/** SQL of `matchOf`. */
export function matchKeySql({ firstWord }: Pick<Dialect, 'firstWord'>): string {
  return (
    `CASE WHEN network <> '' THEN ${firstWord('network')} WHEN connection_type = 'hosting' THEN '' ` +
    `WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END`
  );
}

/** What corrections read and change. */
export const correctedFields = ['network', 'connection_type', 'company_name', 'company_domain', 'confidence'] as const;

/**
 * Connection types that a correction keeps: a school or authority with a company's name is still
 * one.
 */
export const keepsConnectionType = `connection_type IN ('education', 'government')`;

/**
 * A table `events` with corrections applied; adds their parameters. The stored table itself without
 * corrections.
 */
export function correctedEventsSql(
  dialect: Dialect,
  corrections: readonly Correction[] | undefined,
  parameters: string[],
): string {
  return corrections?.length ? `(${dialect.corrected(corrections, parameters, () => [])}) AS events` : 'events';
}

/**
 * The same with the match (`match`), the company before (`matched_name`, `matched_domain`) and the
 * correction (`correction`, as `Correction.of`; null without one).
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

/** The event of a row of `matchedEventsSql`. */
export function correctedEventOf(
  { eventOf }: Pick<Dialect, 'eventOf'>,
  row: EngineRow,
  { artifactOf }: Pick<ArtifactKeys, 'artifactOf'>,
  byMatch: ReadonlyMap<string, Correction>,
): CorrectedEvent {
  let event = eventOf(row, artifactOf);
  let said = row.correction === null ? undefined : byMatch.get(textOf(row.correction));
  return said ? { ...event, correctedBy: said } : event;
}
