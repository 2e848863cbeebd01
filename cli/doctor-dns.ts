/** Checks the DNS records of the hosts below GATEWAY_DOMAIN. */
import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { apiHost, isLocalDomain, ownerHosts, pixelHostOf } from 'contract/packages/package-types/hosts';
import type { Settings } from '../server/settings';
import { checkTimeoutMs, networkErrorReason, type Finding } from './finding';

const about = 'dns';
const noRecord = new Set(['ENOTFOUND', 'ENODATA']);

interface Looked {
  /** The host in the record: a wildcard for those of owners. */
  record: string;
  addresses: string[];
  /** Why the lookup failed. */
  unanswered?: string;
}

/** Looks up the hosts of the API and of pixels, and hosts of a made-up owner. */
export async function checkDns(settings: Settings): Promise<Finding[]> {
  let { GATEWAY_DOMAIN: domain, GATEWAY_URL, DNS_SERVERS, IS_PUBLIC_URL_GIVEN } = settings;
  if (GATEWAY_URL) return [];
  if (isLocalDomain(domain)) {
    let text = `GATEWAY_DOMAIN is ${domain}: only this machine can download. Set it to your own domain.`;
    return [{ level: IS_PUBLIC_URL_GIVEN ? 'warn' : 'ok', about, text }];
  }
  let probe = `doctor-${randomBytes(4).toString('hex')}`;
  let [shared = '', ...byType] = ownerHosts(probe, domain);
  let look = (hosts: string[]) => Promise.all(hosts.map((host) => lookUp(host, probe, DNS_SERVERS)));
  let needed = await look([apiHost(domain), pixelHostOf(domain), shared]);
  let all = [...needed, ...(await look(byType))];
  let findings: Finding[] = all
    .filter(({ unanswered }) => unanswered !== undefined)
    .slice(0, 1)
    .map(({ record, unanswered }) => ({
      level: 'warn',
      about,
      text: `No DNS response for ${record} (${unanswered}). Try again.`,
    }));
  let missing = all.filter(({ addresses, unanswered }) => addresses.length === 0 && unanswered === undefined);
  let isNeeded = missing.some((one) => needed.includes(one));
  if (missing.length > 0)
    findings.push({
      level: isNeeded ? 'fail' : 'warn',
      about,
      text:
        `No DNS record for ${missing.map(({ record }) => record).join(', ')}. Create A, AAAA or CNAME records that ` +
        `point to the proxy in front of GATEWAY_PORT${isNeeded ? '' : ', for the package types you use'}.`,
    });
  if (findings.length > 0) return findings;
  let addresses = [...new Set(all.flatMap((one) => one.addresses))].sort();
  return [{ level: 'ok', about, text: `${domain} and its ${all.length} names resolve to ${addresses.join(', ')}.` }];
}

async function lookUp(host: string, probe: string, servers: string[]): Promise<Looked> {
  let resolver = new Resolver({ timeout: checkTimeoutMs, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  let answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  let record = host.startsWith(probe) ? host.replace(probe, '*') : host;
  let addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  let failures = answers.flatMap((answer) => (answer.status === 'rejected' ? networkErrorReason(answer.reason) : []));
  let unanswered = failures.find((reason) => !noRecord.has(reason));
  return { record, addresses, ...(addresses.length === 0 && unanswered !== undefined && { unanswered }) };
}
