/**
 * `landfall secrets`: the secrets of the installation, which the server creates at the first start.
 */
import { renewSecrets } from '../server/secrets';
import { readSettings } from '../server/settings';
import { CommandError } from './command-error';

export const secretsUsage = `Usage:
  landfall secrets renew   Put new secrets in front of those in secrets.json. Restart the server afterwards: it
                           seals stored secrets again. What the earlier secrets sealed still opens.
`;

export async function secretsCommand(args: string[]): Promise<void> {
  if (args.length !== 1 || args[0] !== 'renew') throw new CommandError(secretsUsage);
  let settings = readSettings(process.env);
  renewSecrets(settings.DATA_DIR);
  process.stdout.write(`New secrets stand in ${settings.DATA_DIR}/secrets.json. Back it up and restart the server.\n`);
  if (settings.SESSION_SECRETS)
    process.stdout.write('SESSION_SECRETS is set, so sessions are sealed with that; renew it there.\n');
}
