/**
 * Checks the hosts that people download from, their certificates, and the age of the last backup.
 */
import path from 'node:path';
import PQueue from 'p-queue';
import pino from 'pino';
import { isLocalDomain } from 'contract/packages/package-types/hosts';
import { dayMs } from 'contract/floor/time';
import { createRoutingTable } from 'edge/routing-table';
import { lastBackup } from '../server/backup-request';
import { certificateOf, publicHosts, type PublicHost } from '../server/certificates';
import { openRulesCache } from '../server/rules-cache';
import type { Settings } from '../server/settings';
import { networkErrorReason, type Finding } from './finding';

const certificateDaysMin = 14;
const backupDaysMax = 2;
const atOnce = 8;
/** Limits how many custom domains are checked. */
const domainsMax = 500;

/** Connects to each host below GATEWAY_DOMAIN; checkPublicUrl checks that of PUBLIC_URL. */
export async function checkHosts(settings: Settings): Promise<Finding[]> {
  let { hostname } = new URL(settings.PUBLIC_URL);
  let hosts = publicHosts(settings).filter(({ name }) => name !== hostname);
  if (hosts.length === 0) return [];
  return checkAll('hosts', hosts, settings, `Certificates of all ${hosts.length} download hosts are valid.`);
}

/** The verified custom domains of owners, from the edge's rules on disk. */
export async function checkDomains(settings: Settings): Promise<Finding[]> {
  let { GATEWAY_DOMAIN: domain, GATEWAY_URL, DATA_DIR } = settings;
  if (GATEWAY_URL || isLocalDomain(domain)) return [];
  let table = createRoutingTable(domain);
  openRulesCache(path.resolve(DATA_DIR), table.take, pino({ level: 'silent' }));
  let all = [...(table.current()?.hosts.keys() ?? [])].filter((host) => !`.${host}`.endsWith(`.${domain}`));
  if (all.length === 0) return [];
  let hosts = all.slice(0, domainsMax).map((host) => ({ name: host, host, port: 443 }));
  let text = `${hosts.length} of ${all.length} custom domains have a valid certificate.`;
  return checkAll('domains', hosts, settings, text);
}

async function checkAll(
  about: string,
  hosts: readonly PublicHost[],
  { DNS_SERVERS }: Settings,
  ifWell: string,
): Promise<Finding[]> {
  let queue = new PQueue({ concurrency: atOnce });
  let found = await queue.addAll(hosts.map((host) => () => checkHost(about, host, DNS_SERVERS)));
  return found.flat().length > 0 ? found.flat() : [{ level: 'ok', about, text: ifWell }];
}

async function checkHost(about: string, host: PublicHost, servers: readonly string[]): Promise<Finding[]> {
  let said = (level: 'warn' | 'fail', text: string): Finding[] => [{ level, about, text }];
  try {
    let { ends, refused } = await certificateOf(host, servers);
    let days = Math.floor((ends - Date.now()) / dayMs);
    if (refused) return said('fail', `Invalid certificate for ${host.name} (${refused}). Renew or correct it.`);
    if (days >= certificateDaysMin) return [];
    return said('warn', `The certificate of ${host.name} expires in ${days} days. Check why it is not renewed.`);
  } catch (error) {
    let reason = networkErrorReason(error);
    // checkDns reports those below GATEWAY_DOMAIN.
    if (/^(ENOTFOUND|ENODATA)$/.test(reason))
      return said('warn', `${host.name} does not resolve (${reason}). Create a DNS record.`);
    return said('warn', `${host.name} cannot be reached with TLS (${reason}). Check proxy and firewall.`);
  }
}

/** Other backups, such as disk snapshots, are not detected. */
export async function checkBackups({ DATA_DIR, GATEWAY_URL, ROLE }: Settings): Promise<Finding[]> {
  if (GATEWAY_URL || ROLE) return [];
  let last = lastBackup(path.resolve(DATA_DIR));
  let days = last === undefined ? undefined : Math.floor((Date.now() - last) / dayMs);
  let about = 'backups';
  if (days === undefined) return [{ level: 'warn', about, text: 'No backup by "landfall backup" yet.' }];
  if (days > backupDaysMax) return [{ level: 'warn', about, text: `The last backup is ${days} days old.` }];
  return [{ level: 'ok', about, text: 'The last backup is at most two days old.' }];
}
