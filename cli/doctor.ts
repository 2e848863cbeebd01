/** `landfall doctor`: checks the environment of an installation, from its machine. */
import type { Settings } from '../server/settings';
import { readSettings } from '../server/settings';
import { requireArguments } from './command-error';
import { checkDns } from './doctor-dns';
import { checkBackups, checkDomains, checkHosts } from './doctor-hosts';
import { checkDisk, checkMail, checkPorts, checkStores, checkZoneRules } from './doctor-machine';
import { checkClock, checkSingleSignOn } from './doctor-outside';
import { checkPublicUrl } from './doctor-public-url';
import type { Finding } from './finding';

export const doctorUsage = `Usage:
  landfall doctor   Check ports, stores, disk, PUBLIC_URL with its certificate
                    and proxy headers, the hosts of GATEWAY_DOMAIN and custom
                    domains with their certificates, the mail server, single
                    sign-on, the clock, time zones and backups. Sends no email. Run it with
                    the settings of the running server.

Each line starts with ok, warn or fail. Exit code 1 if a check fails.
`;

const checks: ((settings: Settings) => Promise<Finding[]>)[] = [
  checkPorts,
  checkStores,
  checkDisk,
  checkPublicUrl,
  checkDns,
  checkHosts,
  checkDomains,
  checkMail,
  checkSingleSignOn,
  checkClock,
  checkZoneRules,
  checkBackups,
];

/** Returns the exit code. Throws CommandError for wrong usage. */
export async function doctorCommand(args: string[]): Promise<number> {
  requireArguments(args, [], doctorUsage);
  let settings: Settings;
  try {
    settings = readSettings(process.env);
  } catch (error) {
    say({ level: 'fail', about: 'settings', text: error instanceof Error ? error.message : String(error) });
    return 1;
  }
  let hasFailed = false;
  for (let check of checks)
    for (let finding of await check(settings)) {
      say(finding);
      hasFailed ||= finding.level === 'fail';
    }
  return hasFailed ? 1 : 0;
}

function say({ level, about, text }: Finding): void {
  process.stdout.write(`${level.padEnd(4)}  ${about.padEnd(11)}  ${text.replaceAll('\n', ' ')}\n`);
}
