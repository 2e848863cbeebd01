/** When `landfall rebalance` moves nothing. */
import { expect, it, vi } from 'vitest';
import { openRangeFile } from 'gateway/events/clickhouse/range-file';
import { CommandError } from '../../cli/command-error';
import { rebalanceCommand } from '../../cli/rebalance';
import { commandLine } from '../support/command-line';

const cli = commandLine();

it('needs a cluster, and knows one option', async () => {
  await expect(rebalanceCommand(['--now'])).rejects.toThrow(CommandError);
  await expect(rebalanceCommand([])).rejects.toThrow('Set EVENTS_URL and EVENTS_CLUSTER_NAME.');
});

it('is refused while a process stores events', async () => {
  vi.stubEnv('EVENTS_URL', 'http://127.0.0.1:1/landfall');
  vi.stubEnv('EVENTS_CLUSTER_NAME', 'landfall');
  let storing = openRangeFile(cli.folder);
  await expect(rebalanceCommand([])).rejects.toThrow('are shipped by another process');
  storing.close();
  await expect(rebalanceCommand([])).rejects.toThrow('no ClickHouse server answers');
  openRangeFile(cli.folder).close();
});
