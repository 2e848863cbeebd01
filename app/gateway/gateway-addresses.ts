/**
 * Addresses that people copy: pull commands, download addresses, pixel snippets, and a sample
 * command for each. Used by every page.
 */
import { docker } from 'contract/packages/package-types/docker';
import * as hosts from 'contract/packages/package-types/hosts';
import { typeNamed } from 'contract/packages/package-types/list';
import type { DescribedRoute, PackageCommand, PackageHost } from 'contract/packages/package-types/type';
import type { Domain } from 'contract/packages/domains';
import type { Package } from 'contract/packages/packages';

export type { PackageCommand };

/**
 * The address of the gateway. `port` is shown on a local domain only: in production a proxy uses
 * 443.
 */
export interface GatewayOrigin {
  domain: string;
  port: number;
}

/** Default host of an owner for packages of a type. */
export function defaultHost(place: GatewayOrigin, owner: string, type: Package['type']): string {
  return hosts.packageHost(type, owner, place.domain);
}

/** Default host of an owner that several types share; also for domains of pixels. */
export function sharedHost(place: GatewayOrigin, owner: string): string {
  return hosts.sharedHostOf(owner, place.domain);
}

/** Address of the management API. */
export function apiAddress(place: GatewayOrigin): string {
  return origin(place, hosts.apiHost(place.domain));
}

/** A `curl` line that calls the management API with the token of an environment variable. */
export function tryApi(api: string, path: string): string {
  return `curl -sS -H "Authorization: Bearer $TOKEN" ${quoted(api + path)}`;
}

/** Host of every pixel without a custom domain. */
export function pixelHost(place: GatewayOrigin): string {
  return hosts.pixelHostOf(place.domain);
}

/** `docker pull` of a repository path at a host, without tag. */
export function pullCommand(place: GatewayOrigin, host: string, repository: string): string {
  return docker.command({ name: repository }, hostAt(place, host)).text;
}

/** Address of a file route; template variables stay as they are. */
export function downloadAddress(place: GatewayOrigin, host: string, incomingPath: string): string {
  return `${origin(place, host)}${incomingPath}`;
}

/** The host shown for a pixel: its first verified domain, else the common one. */
export function publicPixelHost(place: GatewayOrigin, domains: readonly DomainHost[]): string {
  return verifiedDomain(domains)?.name ?? pixelHost(place);
}

/** Address of a pixel's image. */
export function pixelAddress(place: GatewayOrigin, host: string, id: string): string {
  return `${origin(place, host)}/a.png?x-pxid=${encodeURIComponent(id)}`;
}

/**
 * The image element to paste into a page. The referrer policy sends the page's address to other
 * sites.
 */
export function pixelSnippet(place: GatewayOrigin, host: string, id: string): string {
  return `<img referrerpolicy="no-referrer-when-downgrade" src="${pixelAddress(place, host, id)}" alt="" />`;
}

/**
 * A `curl` line that loads a pixel once; at the common host, which needs no DNS record of the
 * owner.
 */
export function tryPixel(place: GatewayOrigin, id: string): string {
  return `curl -sS -o /dev/null -w '%{http_code}\\n' ${quoted(pixelAddress(place, pixelHost(place), id))}`;
}

export type PackageAddress = Pick<Package, 'type' | 'name' | 'owner' | 'repository_name'>;
export type DomainHost = Pick<Domain, 'name' | 'is_default' | 'is_verified'>;

/**
 * A `curl` line that records one download, with sample values for template variables; null where
 * nothing can be tried. It needs no DNS record of a custom domain: it calls the default host, with
 * the custom domain as `Host` where the package is served at no other.
 */
export function tryPackage(
  place: GatewayOrigin,
  item: PackageAddress,
  domains: readonly DomainHost[],
  routes: readonly DescribedRoute[] = [],
): string | null {
  let sample = typeNamed(item.type).sample?.(item, routes);
  if (!sample) return null;
  let custom = domains.some((domain) => domain.is_default) ? undefined : verifiedDomain(domains);
  let byName = custom ? ` -H 'Host: ${custom.name}'` : '';
  let agent = sample.agent ? ` -A ${sample.agent}` : '';
  let address = origin(place, defaultHost(place, item.owner, item.type)) + withSamples(sample.path);
  return `curl -sS -o /dev/null -w '%{http_code} %{redirect_url}\\n'${byName}${agent} ${quoted(address)}`;
}

/** The host shown for a package: its first verified domain, else the default host. */
export function publicHost(
  place: GatewayOrigin,
  item: Pick<Package, 'type' | 'owner'>,
  domains: readonly DomainHost[],
): string {
  return verifiedDomain(domains)?.name ?? defaultHost(place, item.owner, item.type);
}

/** The first custom domain that is served. */
function verifiedDomain(domains: readonly DomainHost[]): DomainHost | undefined {
  return domains.find((domain) => !domain.is_default && domain.is_verified);
}

const samples: readonly [RegExp, string][] = [
  [/version|release|tag/i, '1.0.0'],
  [/platform|system|^os$/i, 'linux'],
  [/arch|cpu/i, 'x86_64'],
  [/ext/i, 'zip'],
];

/** A path template with a sample value for every variable (RFC 6570, all operators). */
export function withSamples(template: string): string {
  return template.replace(/\{([+#./;?&]?)([^{}]*)\}/g, (_, operator: string, list: string) => {
    let names = list.split(',').map((name) => name.replace(/(?::\d+|\*)$/, ''));
    let values = names.map((name) => samples.find(([pattern]) => pattern.test(name))?.[1] ?? name);
    let pairs = names.map((name, i) => `${name}=${values[i]}`);
    if (operator === '?') return `?${pairs.join('&')}`;
    if (operator === '&' || operator === ';') return pairs.map((pair) => operator + pair).join('');
    if (operator === '.' || operator === '/') return values.map((value) => operator + value).join('');
    return (operator === '#' ? '#' : '') + values.join(',');
  });
}

export function hostAt(place: GatewayOrigin, host: string): PackageHost {
  return { host: withPort(place, host), origin: origin(place, host) };
}

function origin(place: GatewayOrigin, host: string): string {
  return `${hosts.isLocalDomain(place.domain) ? 'http' : 'https'}://${withPort(place, host)}`;
}

function withPort(place: GatewayOrigin, host: string): string {
  return hosts.isLocalDomain(place.domain) && place.port !== 80 && place.port !== 0 ? `${host}:${place.port}` : host;
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
