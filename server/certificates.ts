/** The hosts of an installation, and when the certificate of each expires. */
import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import PQueue from 'p-queue';
import { apiHost, isLocalDomain, ownerHosts, pixelHostOf } from 'contract/packages/package-types/hosts';
import { hourMs } from 'contract/floor/time';
import type { Settings } from './settings';

const limitMs = 5_000;
const atOnce = 4;

export interface PublicHost {
  /** As in DNS: a wildcard for the hosts of owners. */
  name: string;
  /** The host to test; for a wildcard, a random name. */
  host: string;
  port: number;
}

export interface Certificate {
  ends: number;
  /** Why clients reject it; undefined if they accept it. */
  refused: string | undefined;
}

/** The hosts with TLS: that of PUBLIC_URL, and those below GATEWAY_DOMAIN. */
export function publicHosts({ PUBLIC_URL, GATEWAY_DOMAIN: domain, GATEWAY_URL }: Settings): PublicHost[] {
  let { protocol, hostname, port } = new URL(PUBLIC_URL);
  let dashboard = { name: hostname, host: hostname, port: Number(port || 443) };
  let hosts = protocol === 'https:' ? [dashboard] : [];
  if (GATEWAY_URL || isLocalDomain(domain)) return hosts;
  let probe = `doctor-${randomBytes(4).toString('hex')}`;
  for (let host of [apiHost(domain), pixelHostOf(domain), ...ownerHosts(probe, domain)])
    hosts.push({ name: host.replace(probe, '*'), host, port: 443 });
  return hosts;
}

/** Rejects when the host cannot be reached. */
export async function certificateOf({ host, port }: PublicHost, servers: readonly string[]): Promise<Certificate> {
  let address = await resolveHost(host, servers);
  return new Promise((resolve, reject) => {
    // Rejected certificates have an expiry date, too.
    let options = { host: address, port, rejectUnauthorized: false, timeout: limitMs };
    let socket = connect({ ...options, ...(!isIP(host) && { servername: host }) }, () => {
      let { valid_to: ends } = socket.getPeerCertificate();
      let refused = socket.authorized ? undefined : String(socket.authorizationError);
      socket.destroy();
      resolve({ ends: Date.parse(ends), refused });
    });
    socket.once('timeout', () => socket.destroy(new Error(`no response within ${limitMs / 1_000} s`)));
    socket.once('error', reject);
  });
}

/** Uses DNS_SERVERS if set. */
async function resolveHost(host: string, servers: readonly string[]): Promise<string> {
  if (servers.length === 0 || isIP(host)) return host;
  let resolver = new Resolver({ timeout: limitMs, tries: 1 });
  resolver.setServers(servers);
  let [first] = await resolver.resolve4(host).catch(() => resolver.resolve6(host));
  return first ?? host;
}

/**
 * Checks all hosts once an hour in the background; `ends` returns the last known expiry of each in
 * seconds.
 */
export function watchCertificates(settings: Settings): { ends(): Record<string, number> } {
  let ends: Record<string, number> = {};
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lookAt = async (host: PublicHost) => {
    let { ends: end } = await certificateOf(host, settings.DNS_SERVERS);
    ends[host.name] = end / 1_000;
  };
  function look(): void {
    lookedAt = performance.now();
    let queue = new PQueue({ concurrency: atOnce });
    for (let host of publicHosts(settings)) queue.add(() => lookAt(host)).catch(() => undefined);
  }
  return {
    ends() {
      if (settings.IS_PUBLIC_URL_GIVEN && performance.now() - lookedAt >= hourMs) look();
      return ends;
    },
  };
}
