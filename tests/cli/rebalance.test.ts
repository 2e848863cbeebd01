/** When `landfall rebalance` moves nothing. */
import { expect, it, vi } from 'vitest';
import { CommandError } from '../../cli/command-error';
import { rebalanceCommand } from '../../cli/rebalance';
import { commandLine } from '../support/command-line';

commandLine();

it('needs a cluster, and knows one option', async () => {
  await expect(rebalanceCommand(['--now'])).rejects.toThrow(CommandError);
  await expect(rebalanceCommand([])).rejects.toThrow('Set EVENTS_URL and EVENTS_CLUSTER_NAME.');
});

it('needs the database with the leases of the processes that store events', async () => {
  vi.stubEnv('EVENTS_URL', 'http://127.0.0.1:1/landfall');
  vi.stubEnv('EVENTS_CLUSTER_NAME', 'landfall');
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/landfall');
  await expect(rebalanceCommand([])).rejects.toThrow('ECONNREFUSED');
});
