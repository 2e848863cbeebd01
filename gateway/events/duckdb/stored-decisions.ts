import { listValue, LIST, UBIGINT, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { hashOf, textOf } from '../query/dialect';
import { msOf } from './columns';
import { invalidateChanged } from './summary-parts';
import type { DecisionChange, RequestQuery, StoredRequest } from '../write/count-decisions';

/** Runs inside the transaction that adds the events. */
export async function findStoredRequests(
  connection: DuckDBConnection,
  { origins, paths, before, first, until }: RequestQuery,
): Promise<StoredRequest[]> {
  let text =
    'SELECT seq, id, time, version, request_path, type, counted, artifact, origin_id FROM events ' +
    `WHERE time >= make_timestamp(${before}000) AND time <= make_timestamp(${until}000) ` +
    `AND (counted OR time >= make_timestamp(${first}000)) AND request_path <> '' AND NOT do_not_track ` +
    'AND origin_id IN (SELECT unnest($1)) ' +
    `AND (type = 'manifest-fetch' OR request_path IN (SELECT unnest($2))) ORDER BY time, id`;
  let rows = await connection.run(text, [listValue(origins), listValue(paths)], [LIST(UBIGINT), LIST(VARCHAR)]);
  return (await rows.getRows()).map(requestOf);
}

function requestOf(row: DuckDBValue[]): StoredRequest {
  let [seq, id, time, version, requestPath, type, counted, artifact, originId] = row;
  return {
    seq: Number(seq),
    id: String(id),
    time: msOf(time),
    version: textOf(version),
    requestPath: textOf(requestPath),
    isManifest: type === 'manifest-fetch',
    isCounted: Boolean(counted),
    artifact: Number(artifact),
    originId: hashOf(originId),
  };
}

/** Records the changes, updates the stored events, and marks their summaries as stale. */
export async function saveChanges(connection: DuckDBConnection, changes: readonly DecisionChange[]): Promise<void> {
  if (changes.length === 0) return;
  let rows = changes.map(({ seq, lastEvent }) => `(${seq}, ${lastEvent})`).join(', ');
  await connection.run(`INSERT INTO changed_decisions VALUES ${rows}`);
  await invalidateChanged(connection, changes);
  let stored = changes.map(({ seq }) => seq).sort((a, b) => a - b);
  await connection.run(
    `UPDATE events SET counted = NOT counted WHERE seq BETWEEN ${stored[0]} AND ${stored.at(-1)} ` +
      `AND seq IN (${stored.join(', ')})`,
  );
}
