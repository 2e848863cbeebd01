/**
 * Docker packages: the read-only part of the OCI distribution API, redirected or proxied to the
 * registry of the package.
 */
import {
  type ImagePattern,
  isImagePath,
  matchesImage,
  moreSpecificPattern,
  readImagePattern,
} from 'contract/packages/image-pattern';
import type { CollectionRule, DockerRule, ImageRule } from 'contract/packages/package-types/docker';
import type { ManifestReference, Decision } from '../requests/decision';
import type { EdgeRequest } from '../requests/edge-request';
import { collectVariables } from '../requests/variables';
import type { EdgePackageType, Protocol } from './type';
import { type InsecureRegistry, registryOrigin } from 'net/registry-origin';

type Passed = Extract<Decision, { kind: 'redirect' | 'proxy' }>;

interface Collection {
  rule: CollectionRule;
  pattern: ImagePattern;
}

/**
 * The rules of one host: one registry, which also answers the version check, images by their path
 * there, and collections, most specific first.
 */
/** A registry, and those that have the same images. */
type Backend = Pick<ImageRule, 'registry' | 'fallbacks'>;

interface DockerHost {
  registry: string;
  images: Map<string, ImageRule>;
  collections: Collection[];
}

/**
 * Clients known to follow a redirect of every call to another registry, including token exchange.
 * All others are proxied.
 */
const followers =
  /^docker\/|Docker-Client|containerd\/1\.4\.9|containerd\/1\.5\.5|containerd\/1\.6|^Watchtower \(Docker\)$/;

/**
 * Clients that use containerd's library, as Docker does with its containerd image store. It sends a
 * password only to the host that the password is for, after a 401 of that host. Redirected, it
 * would be anonymous at the registry.
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

/** Null if no rule can be parsed. */
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
 * Tags of data about an image: signatures, attestations and SBOMs as cosign names them, and the
 * list of referrers for registries without that call.
 */
const aboutImages = /^sha(?:256-[0-9a-f]{64}|512-[0-9a-f]{64}(?:[0-9a-f]{64})?)(?:\.(?:sig|att|sbom))?$/;

/**
 * Null if the request is not a distribution call. Only GET of a manifest is a pull, as Docker Hub
 * counts; HEAD checks for a new version, and names the pull. Registries in `insecure` are called
 * over plain HTTP.
 */
function decide(host: DockerHost, request: EdgeRequest, insecure: InsecureRegistry): Decision | null {
  if (!protocol.owns(request.path)) return null;
  if (request.path === '/v2' || request.path === '/v2/') return pass(host, request, insecure);
  if (request.path === '/v2/_catalog') return { kind: 'refuse', status: 404, body: 'none' };
  let [, name = '', noun, reference = ''] = imageCall.exec(request.path) ?? [];
  let found = host.images.get(name) ?? collectionOf(host, name);
  if (!found || hasDotSegment(reference)) return { kind: 'refuse', status: 404, body: 'image' };
  if (noun !== 'manifests' || aboutImages.test(reference)) return pass(found, request, insecure);
  let manifest = { image: name, reference };
  let what = whatOf(found, name);
  let { ownerId, artifactId, trackCompanies } = what;
  let asked =
    request.method === 'GET'
      ? { count: { ...pulled(manifest, request.query), ...what } }
      : { check: { ...manifest, ownerId, artifactId, trackCompanies } };
  let passed = { ...pass(found, request, insecure), ...asked };
  if (passed.kind === 'redirect' || !isStranger(request)) return passed;
  // The client can fetch a public image from the registry itself, within its own rate limits.
  let { address } = passed;
  return {
    kind: 'deferred',
    async decide({ registries }) {
      let isShown = (await registries.look(found.ownerId, address.replace(/\?.*$/s, ''))) === 'there';
      return isShown ? { kind: 'redirect', location: address, count: null, ...asked } : passed;
    },
  };
}

/** Whether a client can be redirected to public images. */
function isStranger({ userAgent, headers }: EdgeRequest): boolean {
  return followers.test(userAgent) && headers.authorization === undefined;
}

/** The first collection whose pattern matches an image; none for an invalid image path. */
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
 * The query is forwarded either way. Clients never send their password to a host they were
 * redirected to, so calls with one are proxied.
 */
function pass({ registry, fallbacks }: Backend, request: EdgeRequest, insecure: InsecureRegistry): Passed {
  let at = (one: string) => `${registryOrigin(one, insecure)}${request.path}${request.query && `?${request.query}`}`;
  let address = at(registry);
  let follows =
    followers.test(request.userAgent) &&
    !strangersWhenSentOn.test(request.userAgent) &&
    !/^basic\b/i.test(request.headers.authorization ?? '');
  if (follows) return { kind: 'redirect', location: address, count: null };
  return { kind: 'proxy', address, ...(fallbacks && { others: fallbacks.map(at) }), count: null };
}
