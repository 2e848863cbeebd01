/**
 * The addresses people copy: pull commands, download addresses, pixel snippets, and a line to try
 * each at once. One truth for every page.
 */
import type { Domain, Package, PackageRoute } from 'contract/packages';

/**
 * Where the gateway answers. `port` is shown on a local domain only: in production a proxy takes
 * 443.
 */
export interface GatewayPlace {
  domain: string;
  port: number;
}

/**
 * Host the gateway gives every owner for packages of a type (docker has one of its own, all others
 * share one).
 */
export function defaultHost(place: GatewayPlace, owner: string, type: Package['type']): string {
  return `${owner.toLowerCase()}.${type === 'docker' ? 'docker' : 'gateway'}.${place.domain}`;
}

/** Address of the management API. */
export function apiAddress(place: GatewayPlace): string {
  return origin(place, `api.${place.domain}`);
}

/** A `curl` line that asks the management API with the token of an environment variable. */
export function tryApi(api: string, path: string): string {
  return `curl -sS -H "Authorization: Bearer $TOKEN" ${quoted(api + path)}`;
}

/** Host of every pixel without a custom domain. */
export function pixelHost(place: GatewayPlace): string {
  return `static.${place.domain}`;
}

/** `docker pull` of a repository path at a host, without tag. */
export function pullCommand(place: GatewayPlace, host: string, repository: string): string {
  return `docker pull ${withPort(place, host)}/${repository}`;
}

/** Address of a file route; template variables stay as they are. */
export function downloadAddress(place: GatewayPlace, host: string, incomingPath: string): string {
  return `${origin(place, host)}${incomingPath}`;
}

/** The host shown for a pixel: its first verified domain, else the one all pixels share. */
export function publicPixelHost(place: GatewayPlace, domains: readonly Host[]): string {
  return verifiedDomain(domains)?.name ?? pixelHost(place);
}

/** Address of a pixel's image. */
export function pixelAddress(place: GatewayPlace, host: string, id: string): string {
  return `${origin(place, host)}/a.png?x-pxid=${encodeURIComponent(id)}`;
}

/**
 * The image element to paste into a page. The referrer policy lets the page's own address through
 * to other sites.
 */
export function pixelSnippet(place: GatewayPlace, host: string, id: string): string {
  return `<img referrerpolicy="no-referrer-when-downgrade" src="${pixelAddress(place, host, id)}" alt="" />`;
}

/**
 * A `curl` line that loads a pixel once, as if a page had shown it; by the common host, which needs
 * no DNS record of the owner's.
 */
export function tryPixel(place: GatewayPlace, id: string): string {
  return `curl -sS -o /dev/null -w '%{http_code}\\n' ${quoted(pixelAddress(place, pixelHost(place), id))}`;
}

type Described = Pick<Package, 'type' | 'name' | 'owner' | 'repository_name'>;
type Host = Pick<Domain, 'name' | 'is_default' | 'is_verified'>;
type RoutePath = Pick<PackageRoute, 'incoming_path'>;

export interface PackageCommand {
  label: 'Pull command' | 'Download address';
  text: string;
}

/**
 * The one thing a package's users type or open; null while there is nothing to copy: a file package
 * without routes, or a type that the gateway does not serve.
 */
export function packageCommand(
  place: GatewayPlace,
  item: Described,
  domains: readonly Host[],
  routes: readonly RoutePath[] = [],
): PackageCommand | null {
  let host = publicHost(place, item, domains);
  switch (item.type) {
    case 'docker':
      return { label: 'Pull command', text: pullCommand(place, host, item.repository_name ?? item.name) };
    case 'file': {
      let [first] = routes;
      return first ? { label: 'Download address', text: downloadAddress(place, host, first.incoming_path) } : null;
    }
    default:
      return null;
  }
}

/** Whether the gateway serves downloads of a package type, and so can count them. */
export function isServed(type: Package['type']): boolean {
  return type === 'docker' || type === 'file';
}

/** What pages say of a package that the gateway does not serve. */
export const notServed =
  'Downloads of this package do not pass through the gateway, so it does not count them. Any numbers shown were recorded elsewhere and brought in.';

/** How docker names itself. */
const dockerAgent = 'docker/27.5.1';

/**
 * A `curl` line that records one download, with sample values for template variables; null where
 * nothing can be tried. It needs no DNS
 * record of a custom domain: the gateway's own host is called, by the name of the custom one where
 * the package answers at no other.
 */
export function tryPackage(
  place: GatewayPlace,
  item: Described,
  domains: readonly Host[],
  routes: readonly RoutePath[] = [],
): string | null {
  let host = defaultHost(place, item.owner, item.type);
  let custom = domains.some((domain) => domain.is_default) ? undefined : verifiedDomain(domains);
  let byName = custom ? ` -H 'Host: ${custom.name}'` : '';
  let head = `curl -sS -o /dev/null -w '%{http_code} %{redirect_url}\\n'${byName}`;
  // Only clients like docker itself are sent on to the registry and counted at once. Others are
  // served what the registry answers, which is
  // no download where it wants a token first or keeps an image that plain requests do not
  // understand.
  if (item.type === 'docker')
    return `${head} -A ${dockerAgent} ${quoted(`${origin(place, host)}/v2/${item.repository_name ?? item.name}/manifests/latest`)}`;
  let [first] = routes;
  return item.type === 'file' && first
    ? `${head} ${quoted(downloadAddress(place, host, withSamples(first.incoming_path)))}`
    : null;
}

/** The host shown for a package: its first verified domain, else the gateway's own. */
export function publicHost(
  place: GatewayPlace,
  item: Pick<Package, 'type' | 'owner'>,
  domains: readonly Host[],
): string {
  return verifiedDomain(domains)?.name ?? defaultHost(place, item.owner, item.type);
}

/** The first custom domain that is served. */
function verifiedDomain(domains: readonly Host[]): Host | undefined {
  return domains.find((domain) => !domain.is_default && domain.is_verified);
}

const samples: readonly [RegExp, string][] = [
  [/version|release|tag/i, '1.0.0'],
  [/platform|system|^os$/i, 'linux'],
  [/arch|cpu/i, 'x86_64'],
  [/ext/i, 'zip'],
];

/**
 * A path template with a plausible value for every variable (RFC 6570, expressions of any
 * operator).
 */
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

function origin(place: GatewayPlace, host: string): string {
  return `${isLocal(place.domain) ? 'http' : 'https'}://${withPort(place, host)}`;
}

function withPort(place: GatewayPlace, host: string): string {
  return isLocal(place.domain) && place.port !== 80 && place.port !== 0 ? `${host}:${place.port}` : host;
}

function isLocal(domain: string): boolean {
  return domain === 'localhost' || domain.endsWith('.localhost') || /^[\d.]+$/.test(domain);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
