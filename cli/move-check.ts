/** `landfall move --check`: whether a move can be done, without beginning it. */
import { checkNewRecords } from 'gateway/floor/db/move';
import { pendingSteps } from 'gateway/floor/db/open';
import { checkTarget } from 'gateway/events/clickhouse/migrate-events';
import { isServerRunning } from './backup';
import { unfinishedMove, refuseLittleRoom, snapshotBytes } from './move-source';

/** Gives the exit code; throws where it cannot be done, with the reason. */
export async function checkMove(
  folder: string,
  { database, events }: { database: string | undefined; events: readonly string[] | undefined },
  say: (line: string) => void,
): Promise<number> {
  let isOnline = await isServerRunning(folder);
  let move = unfinishedMove(folder);
  let wanted = { records: database !== undefined, events: events !== undefined, isOnline };
  refuseLittleRoom(folder, wanted);
  say(
    `${isOnline ? 'A server runs' : 'No server runs'}; the copy takes ${megabytes(snapshotBytes(folder, wanted))} MB.`,
  );
  if (database) {
    await checkNewRecords(database, move?.id);
    let pending = await pendingSteps({ databaseUrl: database });
    say(`PostgreSQL answers; ${pending.length} migrations are to be run there.`);
  }
  if (events) {
    let [url = '', ...cluster] = events;
    await checkTarget({ url, cluster }, move?.id);
    say(
      `ClickHouse answers; ${cluster.length > 0 ? 'each' : 'its'} database is ${move ? 'that of this move, or ' : ''}empty.`,
    );
  }
  return 0;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 });
}
