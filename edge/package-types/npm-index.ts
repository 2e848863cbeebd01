/**
 * Packuments: the document of a package with all its versions, full or abbreviated, and the
 * manifest of one version. Tarballs get addresses at the gateway, everything else stays byte for
 * byte.
 */
import type { RegistryRule } from 'contract/packages/package-types/type';
import { qualityOf } from '../upstream/content-negotiation';
import { decoded } from '../requests/address';
import { createJsonStrings, type JsonPath, type Replace } from '../upstream/json-strings';
import type { IndexRequest, IndexReader } from '../upstream/index-cache';
import { noticeOf, noticesKey } from './registry';

export interface NpmFacts {
  versions: ReadonlySet<string>;
  /** The first `tagsMax` tags. */
  tags: Record<string, string>;
  /** By file name, both the gateway's and the registry's. */
  tarballs: ReadonlyMap<string, Tarball>;
}

interface Tarball {
  version: string;
  /** The address at the registry. */
  location: string;
}

/** More than any package has; they are sent in one piece. */
const tagsMax = 10_000;

const shortType = 'application/vnd.npm.install-v1+json';
const types = /^application\/(?:json|vnd\.npm\.install-v1\+json)$/;

/** Whether a client prefers the abbreviated packument, which is enough for an installation. */
export function takesShort(accept: string): boolean {
  let quality = qualityOf(accept, shortType) ?? 0;
  return quality > 0 && quality >= (qualityOf(accept, 'application/json') ?? 0);
}

/** With tarballs at `origin`. */
export function packumentOf(rule: RegistryRule, origin: string, isShort: boolean): IndexRequest<NpmFacts> {
  let accept = isShort ? `${shortType}; q=1.0, application/json; q=0.8` : 'application/json';
  return {
    ...questionOf(rule, origin, isShort ? 'short' : 'full', ''),
    accept,
    read: () => readPackument(rule, origin),
  };
}

/** With its tarball at `origin`. */
export function manifestOf(rule: RegistryRule, origin: string, version: string): IndexRequest<null> {
  let read = (): IndexReader<null> => {
    let place = `${origin}/${rule.name}/-/${tarballName(rule.name, version)}`;
    let replace: Replace = (path) => (path.length === 0 ? deprecated(rule, version) : undefined);
    let strings = createJsonStrings([['dist', 'tarball']], () => place, { replace });
    return { write: strings.write, end: () => (strings.end(), null) };
  };
  let path = `/${encodeURIComponent(version)}`;
  return { ...questionOf(rule, origin, `version ${version}`, path), accept: 'application/json', read };
}

/** What marks the manifest of a version as deprecated, in npm's own way. The registry's own message stays. */
function deprecated({ notices }: RegistryRule, version: string): ReturnType<Replace> {
  let notice = noticeOf(notices, version);
  return notice === undefined ? undefined : (manifest) => ({ ...manifest, deprecated: manifest.deprecated || notice });
}

function questionOf({ name, registry, ownerId, notices }: RegistryRule, origin: string, what: string, path: string) {
  let address = `${registry}${name.replace('/', '%2f')}${path}`;
  let key = `${what} ${origin} ${address}${noticesKey(notices)}`;
  return { key, packageKey: `${registry}${name}`, ownerId, address, types };
}

function readPackument(rule: RegistryRule, origin: string): IndexReader<NpmFacts> {
  let { name } = rule;
  let versions = new Set<string>();
  let tags: Record<string, string> = Object.create(null);
  let tagged = 0;
  let tarballs = new Map<string, Tarball>();
  let paths = [
    ['versions', '*', 'dist', 'tarball'],
    ['dist-tags', '*'],
  ];
  let replace: Replace = ([noun, key, ...rest]) =>
    noun === 'versions' && key !== undefined && rest.length === 0 ? deprecated(rule, key) : undefined;
  let visit = ([noun, key = '']: JsonPath, text: string) => {
    if (noun === 'dist-tags') {
      if (tagged++ < tagsMax) tags[key] = text;
      return undefined;
    }
    if (!/^https?:/.test(text) || !URL.canParse(text)) return undefined;
    let tarball = { version: key, location: new URL(text).href };
    let file = tarballName(name, key);
    versions.add(key);
    tarballs.set(file, tarball);
    let given = decoded(new URL(text).pathname.replace(/^.*\//, ''));
    if (!tarballs.has(given)) tarballs.set(given, tarball);
    return `${origin}/${name}/-/${encodeURIComponent(file)}`;
  };
  let { write, end } = createJsonStrings(paths, visit, { replace });
  return {
    write,
    end() {
      end();
      return { versions, tags, tarballs };
    },
  };
}

/** `engine-1.0.0.tgz` for `@ada/engine`. */
export function tarballName(name: string, version: string): string {
  return `${name.replace(/^@[^/]+\//, '')}-${version}.tgz`;
}
