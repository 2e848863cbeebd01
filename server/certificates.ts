/** Which hosts people reach an installation at, and until when the certificate of each is good. */
import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import PQueue from 'p-queue';
import { apiHost, isLocalDomain, ownerHosts, pixelHostOf } from 'contract/packages/package-types/hosts';
import { hourMs } from 'contract/shared/time';
import type { Settings } from './settings';

const limitMs = 5_000;
const atOnce = 4;

export interface PublicHost {
  /** As a record of the DNS has it: a wildcard for the hosts of owners. */
  name: string;
  /** A host that it stands for; that of an owner is a name that nobody has. */
  host: string;
  port: number;
}

export interface Certificate {
  /** Milliseconds since 1970. */
  ends: number;
  /** Why clients refuse it; undefined where they do not. */
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

/** The certificate that a host shows. Rejects where it cannot be reached. */
export async function certificateOf({ host, port }: PublicHost, servers: readonly string[]): Promise<Certificate> {
  let address = await resolveHost(host, servers);
  return new Promise((resolve, reject) => {
    // A certificate that is refused has an end, too.
    let options = { host: address, port, rejectUnauthorized: false, timeout: limitMs };
    let socket = connect({ ...options, ...(!isIP(host) && { servername: host }) }, () => {
      let { valid_to: ends } = socket.getPeerCertificate();
      let refused = socket.authorized ? undefined : String(socket.authorizationError);
      socket.destroy();
      resolve({ ends: Date.parse(ends), refused });
    });
    socket.once('timeout', () => socket.destroy(new Error(`no answer within ${limitMs / 1_000} s`)));
    socket.once('error', reject);
  });
}

/** By DNS_SERVERS where they are set; otherwise the machine looks it up. */
async function resolveHost(host: string, servers: readonly string[]): Promise<string> {
  if (servers.length === 0 || isIP(host)) return host;
  let resolver = new Resolver({ timeout: limitMs, tries: 1 });
  resolver.setServers(servers);
  let [first] = await resolver.resolve4(host).catch(() => resolver.resolve6(host));
  return first ?? host;
}

/**
 * Looks at all hosts once an hour, in the background of whoever asks; gives the ends in seconds by
 * name. A host that cannot be reached keeps the end that was seen last.
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
