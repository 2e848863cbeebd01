/**
 * Docker packages: the read-only part of the OCI distribution API, redirected or passed through to
 * the registry of the package.
 */
import {
  type ImagePattern,
  isImagePath,
  matchesImage,
  moreSpecificPattern,
  readImagePattern,
} from 'contract/packages/image-pattern';
import type { CollectionRule, DockerRule, ImageRule } from 'contract/packages/package-types/docker';
import type { ManifestReference, Decision } from '../decision';
import type { EdgeRequest } from '../edge-request';
import { collectVariables } from '../variables';
import type { EdgePackageType, InsecureRegistry, Protocol } from './type';

type Passed = Extract<Decision, { kind: 'redirect' | 'proxy' }>;

interface Collection {
  rule: CollectionRule;
  pattern: ImagePattern;
}

/**
 * The rules of one host: one registry, which also answers the version check, images by their path
 * there, and collections, the most specific first.
 */
interface DockerHost {
  registry: string;
  images: Map<string, ImageRule>;
  collections: Collection[];
}

/** Names that people use for Docker Hub, and the host that serves its API. */
const registryAliases: Record<string, string> = {
  'docker.io': 'registry-1.docker.io',
  'index.docker.io': 'registry-1.docker.io',
  'registry.hub.docker.com': 'registry-1.docker.io',
};

/**
 * Clients known to follow a redirect of every call to another registry, with its token exchange.
 * All others are passed through.
 */
const followers =
  /^docker\/|Docker-Client|containerd\/1\.4\.9|containerd\/1\.5\.5|containerd\/1\.6|^Watchtower \(Docker\)$/;

/**
 * Clients that fetch with containerd's library, as Docker does with its containerd image store. It
 * shows a password only to the host that the password is for, once that host answers with 401. Sent
 * on, it would be a stranger at the registry.
 */
const strangersWhenSentOn = /containerd/;

const imageCall = /^\/v2\/(.+)\/(manifests|blobs|tags|referrers)\/([^/].*)$/;

const protocol: Protocol = {
  owns: (path) => path === '/v2' || path.startsWith('/v2/'),
  refusal: 'image',
};

export const docker: EdgePackageType<DockerRule> = {
  protocol,
  arrange(rules) {
    let host = arrangeHost(rules);
    return { decide: (request, { insecure }) => host && decide(host, request, insecure) };
  },
};

/** Null when no rule can be read. */
function arrangeHost(rules: readonly DockerRule[]): DockerHost | null {
  let images = new Map<string, ImageRule>();
  let collections: Collection[] = [];
  for (let rule of rules) {
    let pattern = 'pattern' in rule ? readImagePattern(rule.pattern) : null;
    if (!('pattern' in rule)) images.set(rule.repositoryName, rule);
    else if (pattern) collections.push({ rule, pattern });
  }
  collections.sort((a, b) => moreSpecificPattern(a.pattern, b.pattern));
  let [registry] = [...images.values(), ...collections.map(({ rule }) => rule)].map((rule) => rule.registry);
  return registry === undefined ? null : { registry, images, collections };
}

/**
 * Tags that keep something about an image: signatures, attestations and lists of parts as cosign
 * names them, and the list of referrers for registries that have no call for it.
 */
const aboutImages = /^sha(?:256-[0-9a-f]{64}|512-[0-9a-f]{64}(?:[0-9a-f]{64})?)(?:\.(?:sig|att|sbom))?$/;

/**
 * Decides a distribution call; null when it is none. Only GET of a manifest is a pull, as Docker
 * Hub counts; HEAD only checks for a new version, and names the pull. Registries in `insecure` are
 * called over plain HTTP.
 */
function decide(host: DockerHost, request: EdgeRequest, insecure: InsecureRegistry): Decision | null {
  if (!protocol.owns(request.path)) return null;
  if (request.path === '/v2' || request.path === '/v2/') return pass(host.registry, request, insecure);
  if (request.path === '/v2/_catalog') return { kind: 'refuse', status: 404, body: 'none' };
  let [, name = '', noun, reference = ''] = imageCall.exec(request.path) ?? [];
  let found = host.images.get(name) ?? collectionOf(host, name);
  if (!found || hasDotSegment(reference)) return { kind: 'refuse', status: 404, body: 'image' };
  if (noun !== 'manifests' || aboutImages.test(reference)) return pass(found.registry, request, insecure);
  let manifest = { image: name, reference };
  let asked =
    request.method === 'GET'
      ? { count: { ...pulled(manifest, request.query), ...whatOf(found, name) } }
      : { check: { ...manifest, ownerId: found.ownerId } };
  let passed = { ...pass(found.registry, request, insecure), ...asked };
  if (passed.kind === 'redirect' || !isStranger(request)) return passed;
  // An image that the registry shows to strangers is theirs to fetch there, with limits of their own.
  let { address } = passed;
  return {
    kind: 'deferred',
    async decide({ registries }) {
      let isShown = (await registries.look(found.ownerId, address.replace(/\?.*$/s, ''))) === 'there';
      return isShown ? { kind: 'redirect', location: address, count: null, ...asked } : passed;
    },
  };
}

/** Whether a client could be sent on for what the registry shows to strangers. */
function isStranger({ userAgent, headers }: EdgeRequest): boolean {
  return followers.test(userAgent) && headers.authorization === undefined;
}

/** The first collection whose pattern matches an image; none for a text that is no image path. */
function collectionOf(host: DockerHost, name: string): CollectionRule | undefined {
  if (host.collections.length === 0 || !isImagePath(name)) return undefined;
  return host.collections.find(({ pattern }) => matchesImage(pattern, name))?.rule;
}

function hasDotSegment(reference: string): boolean {
  return reference.split('/').some((segment) => segment === '.' || segment === '..');
}

function pulled(manifest: ManifestReference, query: string) {
  return {
    type: 'manifest-fetch',
    artifactType: 'package',
    version: manifest.reference,
    manifest,
    page: '',
    variables: collectVariables({}, query),
  } as const;
}

function whatOf(found: DockerRule, image: string) {
  let { ownerId } = found;
  if (!('collectionId' in found)) return { ownerId, artifactId: found.packageId, trackCompanies: found.trackCompanies };
  let { collectionId, isPrivate } = found;
  return { ownerId, artifactId: '', trackCompanies: true, collectionId, imagePath: image, isPrivate };
}

/**
 * The query is passed along either way. A client never sends its password to a host it was
 * redirected to, so calls with one are passed through.
 */
function pass(registry: string, request: EdgeRequest, insecure: InsecureRegistry): Passed {
  let host = registryAliases[registry] ?? registry;
  let address = `${insecure(host) ? 'http' : 'https'}://${host}${request.path}${request.query && `?${request.query}`}`;
  let follows =
    followers.test(request.userAgent) &&
    !strangersWhenSentOn.test(request.userAgent) &&
    !/^basic\b/i.test(request.headers.authorization ?? '');
  return follows ? { kind: 'redirect', location: address, count: null } : { kind: 'proxy', address, count: null };
}
