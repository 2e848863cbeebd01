/** The certificates of all hosts that people download from, and the age of the last backup. */
import path from 'node:path';
import { dayMs } from 'contract/time';
import { lastBackup } from '../server/backup-request';
import { certificateOf, publicHosts, type PublicHost } from '../server/certificates';
import type { Settings } from '../server/settings';
import { reasonOf, type Finding } from './finding';

const certificateDaysMin = 14;
const backupDaysMax = 2;

/** Connects to each host below GATEWAY_DOMAIN; that of PUBLIC_URL has a check of its own. */
export async function checkHosts(settings: Settings): Promise<Finding[]> {
  let { hostname } = new URL(settings.PUBLIC_URL);
  let hosts = publicHosts(settings).filter(({ name }) => name !== hostname);
  if (hosts.length === 0) return [];
  let findings = (await Promise.all(hosts.map((host) => checkHost(host, settings.DNS_SERVERS)))).flat();
  if (findings.length > 0) return findings;
  return [
    { level: 'ok', about: 'hosts', text: `The certificates of all ${hosts.length} hosts of downloads are good.` },
  ];
}

async function checkHost(host: PublicHost, servers: readonly string[]): Promise<Finding[]> {
  let said = (level: 'warn' | 'fail', text: string): Finding[] => [{ level, about: 'hosts', text }];
  try {
    let { ends, refused } = await certificateOf(host, servers);
    let days = Math.floor((ends - Date.now()) / dayMs);
    if (refused) return said('fail', `The certificate of ${host.name} is refused (${refused}). Renew or correct it.`);
    if (days >= certificateDaysMin) return [];
    return said('warn', `The certificate of ${host.name} ends in ${days} days. See why it is not renewed.`);
  } catch (error) {
    return said('warn', `${host.name} cannot be reached with TLS (${reasonOf(error)}). Look at proxy and firewall.`);
  }
}

/** Backups of other kinds, such as snapshots of the disk, are not seen. */
export async function checkBackups({ DATA_DIR, GATEWAY_URL, ROLE }: Settings): Promise<Finding[]> {
  if (GATEWAY_URL || ROLE) return [];
  let last = lastBackup(path.resolve(DATA_DIR));
  let days = last === undefined ? undefined : Math.floor((Date.now() - last) / dayMs);
  let about = 'backups';
  if (days === undefined) return [{ level: 'warn', about, text: '"landfall backup" has made no backup yet.' }];
  if (days > backupDaysMax) return [{ level: 'warn', about, text: `The last backup was made ${days} days ago.` }];
  return [{ level: 'ok', about, text: 'The last backup is at most two days old.' }];
}
