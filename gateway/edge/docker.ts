/** Docker packages: the read-only part of the OCI distribution API, sent on to the registry behind the package. */
import type { Count, Decision } from './decision';
import { collectVariables } from './variables';
import type { Visit } from './visit';

export interface DockerImage {
  ownerId: string;
  packageId: string;
  trackCompanies: boolean;
  /** Host of the registry, with an optional port. */
  registry: string;
}

/** What one host serves: one registry, which also answers the version check, and the images by their path there. */
export interface DockerHost {
  registry: string;
  images: Map<string, DockerImage>;
}

/** Whether a registry is spoken to without TLS. */
export type InsecureRegistry = (registry: string) => boolean;

/** Names of Docker Hub that people write, and the host that speaks the protocol. */
const registryAliases: Record<string, string> = {
  'docker.io': 'registry-1.docker.io',
  'index.docker.io': 'registry-1.docker.io',
  'registry.hub.docker.com': 'registry-1.docker.io',
};

/** Clients known to follow a redirect of every call to another registry, with its token exchange. Everyone else is served through us. */
const followers =
  /^docker\/|Docker-Client|containerd\/1\.4\.9|containerd\/1\.5\.5|containerd\/1\.6|^Watchtower \(Docker\)$/;

const imageCall = /^\/v2\/(.+)\/(manifests|blobs|tags|referrers)\/([^/].*)$/;

/** Whether a path belongs to the distribution API, so that its refusals carry the error body registries send. */
export function isRegistryPath(path: string): boolean {
  return path === '/v2' || path.startsWith('/v2/');
}

/**
 * Decides a distribution call; null when it is none. Only GET of a manifest is a pull: HEAD asks whether there is something new (the same rule as
 * Docker Hub's own counting). Registries that `insecure` names are spoken to over plain HTTP.
 */
export function decideDocker(host: DockerHost, visit: Visit, insecure: InsecureRegistry): Decision | null {
  if (!isRegistryPath(visit.path)) return null;
  if (visit.path === '/v2' || visit.path === '/v2/') return pass(host.registry, visit, insecure, null);
  if (visit.path === '/v2/_catalog') return { kind: 'refuse', status: 404, body: 'none' };
  let [, name = '', noun, reference = ''] = imageCall.exec(visit.path) ?? [];
  let image = host.images.get(name);
  if (!image || hasDotSegment(reference)) return { kind: 'refuse', status: 404, body: 'image' };
  let counted = noun === 'manifests' && visit.method === 'GET';
  return pass(image.registry, visit, insecure, counted ? countPull(image, reference, visit.query) : null);
}

function hasDotSegment(reference: string): boolean {
  return reference.split('/').some((segment) => segment === '.' || segment === '..');
}

function countPull(image: DockerImage, reference: string, query: string): Count {
  return {
    type: 'manifest-fetch',
    artifactType: 'package',
    artifactId: image.packageId,
    ownerId: image.ownerId,
    trackCompanies: image.trackCompanies,
    version: reference,
    page: '',
    variables: collectVariables({}, query),
  };
}

/** The query goes along either way. A password is never sent to a place the client was redirected to, so such calls are passed through. */
function pass(registry: string, visit: Visit, insecure: InsecureRegistry, count: Count | null): Decision {
  let host = registryAliases[registry] ?? registry;
  let address = `${insecure(host) ? 'http' : 'https'}://${host}${visit.path}${visit.query && `?${visit.query}`}`;
  let follows = followers.test(visit.userAgent) && !/^basic\b/i.test(visit.headers.authorization ?? '');
  return follows ? { kind: 'redirect', location: address, count } : { kind: 'proxy', address, count };
}
