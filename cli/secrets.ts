/**
 * `landfall secrets`: the secrets of the installation, which the server creates at the first start.
 */
import { renewSecrets } from '../server/secrets';
import { readSettings } from '../server/settings';
import { CommandError, requireArguments } from './command-error';

export const secretsUsage = `Usage:
  landfall secrets renew   Add new secrets to secrets.json. Restart the server
                           afterwards to re-encrypt stored secrets. Data
                           encrypted with the old secrets can still be
                           decrypted.
`;

export async function secretsCommand(args: string[]): Promise<void> {
  requireArguments(args, ['renew'], secretsUsage);
  if (args[0] !== 'renew') throw new CommandError(`Unknown action: "${args[0]}".`, secretsUsage);
  let settings = readSettings(process.env);
  renewSecrets(settings.DATA_DIR);
  process.stdout.write(`Added new secrets to ${settings.DATA_DIR}/secrets.json. Back it up and restart the server.\n`);
  if (settings.SESSION_SECRETS)
    process.stdout.write('SESSION_SECRETS is set and encrypts sessions. Rotate it there.\n');
}
