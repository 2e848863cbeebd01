/** First dates of companies, kept when their events are deleted. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Tombstone } from '../../floor/db/tombstone';
import { companyKeySql, namesCompanySql } from '../query/company-sql';
import { matchKeySql } from '../query/corrections-sql';
import type { SqlCondition } from '../query/erased-sql';
import { confidentSql } from '../query/filter';
import { erasedFirstDatesSql } from '../query/first-dates';
import type { ArtifactKeys } from '../shape/artifact-keys';
import { duckdbDialect } from './dialect';

export async function keepFirstDates(connection: DuckDBConnection, { text, parameters }: SqlCondition): Promise<void> {
  await connection.run(
    `INSERT INTO first_seen SELECT artifact, ${matchKeySql(duckdbDialect)}, ${companyKeySql}, NOT ${confidentSql}, min(time) FROM events WHERE ${text} AND ${namesCompanySql} ` +
      'GROUP BY 1, 2, 3, 4 ON CONFLICT DO UPDATE SET first = least(first_seen.first, excluded.first)',
    parameters,
  );
}

export async function eraseFirstDates(
  connection: DuckDBConnection,
  about: Tombstone,
  artifacts: ArtifactKeys,
): Promise<void> {
  let erased = erasedFirstDatesSql(duckdbDialect, about, artifacts);
  if (erased) await connection.run(`DELETE FROM first_seen WHERE ${erased.text}`, erased.parameters);
}
