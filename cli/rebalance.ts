/** `landfall rebalance`: moves owners' events between the shards of a ClickHouse cluster. */
import { parseArgs } from 'node:util';
import { rebalance, type PartitionMove } from 'gateway/events/clickhouse/rebalance';
import { partitionMax } from 'gateway/events/shape/ends';
import { joinLeases } from 'gateway/floor/db/leases';
import { openPgSession } from 'gateway/floor/db/session';
import { readSettings, SettingsError, type Settings } from '../server/settings';
import { CommandError } from './command-error';

export const rebalanceUsage = `Usage:
  landfall rebalance           Balance the events of owners across the shards
                               of the ClickHouse cluster
    --check                    Only print what would move

For a shard that was added. Stop the processes that store events first (ROLE=jobs);
downloads and reports continue. Owners move in 64 groups. An interrupted run
continues where it stopped.
`;

/** Throws CommandError for wrong usage, and Error if events are being stored or a shard is away. */
export async function rebalanceCommand(args: string[]): Promise<void> {
  let isCheck = checks(args);
  let { EVENTS_URL: url, EVENTS_CLUSTER_NAME: cluster, ...settings } = readSettings(process.env);
  if (!url || !cluster) throw new SettingsError('Set EVENTS_URL and EVENTS_CLUSTER_NAME.');
  let free = isCheck ? () => undefined : await holdStoring(settings);
  try {
    let moves = await rebalance({ url, cluster }, { isCheck, tell: say });
    if (isCheck) for (let move of moves) say(move);
    process.stdout.write(moves.length === 0 ? 'The shards are balanced.\n' : isCheck ? '' : 'Done.\n');
  } finally {
    free();
  }
}

function checks(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { check: { type: 'boolean', default: false } } }).values.check;
  } catch (error) {
    throw new CommandError(error, rebalanceUsage);
  }
}

/** No process stores events until the returned function is called. */
async function holdStoring({ DATABASE_URL = '' }: Pick<Settings, 'DATABASE_URL'>) {
  let session = await openPgSession(DATABASE_URL);
  let leases = await joinLeases(session, partitionMax);
  await leases.takeMore();
  if (leases.held().length === partitionMax) return session.close;
  session.close();
  throw new Error('Events are being stored. Stop the server, or all processes with ROLE=jobs, first.');
}

function say({ partition, shard, to, events }: PartitionMove): void {
  process.stdout.write(`Group ${partition}: ${events} events from shard ${shard} to shard ${to}\n`);
}
