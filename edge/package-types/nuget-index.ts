/**
 * What NuGet reads before a download: the service index, with the addresses of all other documents,
 * the list of a package's versions, and its registrations, which repeat the address of each file.
 */
import { z } from 'zod';
import type { RegistryRule } from 'contract/packages/package-types/type';
import { decoded } from '../requests/address';
import type { IndexReader, IndexRequest } from '../upstream/index-cache';
import { createJsonStrings, type JsonPath } from '../upstream/json-strings';
import { normalVersion } from './nuget-versions';
import type { OwnRegistry } from './registry';

/** Addresses at the feed; all end with a slash. */
export interface Feed {
  /** Of lists of versions and of files. */
  content: string;
  /** Of registrations, by hive: feeds have several, for older and newer clients. */
  registrations: ReadonlyMap<string, string>;
}

/** The feed's spelling of each version, by its normal form. */
export type NugetVersions = ReadonlyMap<string, string>;

/** The folders at the gateway. */
export const contentPath = '/v3/content/';
export const registrationsPath = '/v3/registrations/';

/** Media types that feeds and plain web servers use for JSON. */
const types = /^(?:|text\/(?:json|plain)|application\/(?:json|octet-stream)|binary\/octet-stream)$/;

/** A service index is read as a whole. That of the public feed has 7 kB. */
const serviceBytesMax = 64 * 1024;

/** The service index with content and registrations at `origin`. */
export function serviceIndexOf({ registry, ownerId }: OwnRegistry, origin: string): IndexRequest<Feed> {
  let address = serviceIndexAt(registry);
  return {
    key: `nuget ${origin} ${address}`,
    packageKey: address,
    ownerId,
    address,
    accept: 'application/json',
    types,
    read: () => readServiceIndex(origin),
  };
}

/** People enter the address of the index, or that of the server, as `https://feed.example/`. */
function serviceIndexAt(registry: string): string {
  return registry.endsWith('.json/') ? registry.slice(0, -1) : `${registry}v3/index.json`;
}

const Resource = z.object({ '@id': z.unknown(), '@type': z.unknown() }).passthrough();
const ServiceIndex = z.object({ resources: z.array(Resource) }).passthrough();

function readServiceIndex(origin: string): IndexReader<Feed> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let content: string | undefined;
  let registrations = new Map<string, string>();

  /** The resource as clients get it, or none: nothing can be published through the gateway. */
  function served(resource: z.infer<typeof Resource>): object[] {
    let { '@id': address, '@type': type } = resource;
    let names = [type].flat().filter((name) => typeof name === 'string');
    if (names.some((name) => /^(?:Symbol)?PackagePublish\b/.test(name))) return [];
    if (typeof address !== 'string' || !/^https?:/.test(address) || !URL.canParse(address)) return [resource];
    let place = address.replace(/\/*$/, '/');
    if (names.some((name) => name.startsWith('PackageBaseAddress/'))) {
      content ??= place;
      return [{ ...resource, '@id': origin + contentPath }];
    }
    let version = names.map(hiveOf).find((one) => one !== undefined);
    if (version === undefined) return [resource];
    // Several versions may have one address.
    let hive = [...registrations].find(([, base]) => base === place)?.[0] ?? version;
    if (!registrations.has(hive)) registrations.set(hive, place);
    return [{ ...resource, '@id': `${origin}${registrationsPath}${hive}/` }];
  }

  return {
    write(part) {
      bytes += part.length;
      if (bytes > serviceBytesMax) throw new Error('the service index is too large');
      parts.push(Buffer.from(part));
      return Buffer.alloc(0);
    },
    rest() {
      let index = ServiceIndex.parse(JSON.parse(Buffer.concat(parts).toString()));
      return Buffer.from(JSON.stringify({ ...index, resources: index.resources.flatMap(served) }));
    },
    end() {
      if (content === undefined) throw new Error('the service index does not say where packages are');
      return { content, registrations };
    },
  };
}

/** `3.6.0` of `RegistrationsBaseUrl/3.6.0`; undefined for another resource. */
function hiveOf(name: string): string | undefined {
  let [found, version = 'plain'] = /^RegistrationsBaseUrl(?:\/([\w.-]+))?$/.exec(name) ?? [];
  return found && version;
}

/** The list of a package's versions, unchanged. */
export function versionsOf({ name, ownerId }: RegistryRule, { content }: Feed): IndexRequest<NugetVersions> {
  let address = `${content}${name.toLowerCase()}/index.json`;
  let read = (): IndexReader<NugetVersions> => {
    let versions = new Map<string, string>();
    let { write, end } = createJsonStrings([['versions', '[]']], (_, text) => {
      let normal = normalVersion(text);
      if (normal !== undefined) versions.set(normal, text);
      return undefined;
    });
    return {
      write,
      end() {
        end();
        if (versions.size === 0) throw new Error('this is not a list of versions');
        return versions;
      },
    };
  };
  return { key: `nuget ${address}`, packageKey: address, ownerId, address, accept: 'application/json', types, read };
}

/** An index lists pages, and pages list versions, in the same document or in their own. */
const pagePath = ['items', '[]', '@id'];
const places: JsonPath[] = [['@id'], pagePath, ['items', '[]', 'items', '[]', '@id']];
const files: JsonPath[] = places.flatMap((path) => {
  let version = path.slice(0, -1);
  return [
    [...version, 'packageContent'],
    [...version, 'catalogEntry', 'packageContent'],
  ];
});

/** Where registrations of one hive are. */
interface Hive {
  /** At the feed. */
  base: string;
  name: string;
}

/**
 * A document of a package's registrations with files and pages at `origin`. The facts of an index
 * are its pages: `page/1.0.0/1.9.0.json`.
 */
export function registrationOf(
  { name, ownerId }: RegistryRule,
  hive: Hive,
  origin: string,
  file: string,
): IndexRequest<ReadonlySet<string>> {
  let id = name.toLowerCase();
  let there = `${hive.base}${id}/`;
  let here = `${origin}${registrationsPath}${hive.name}/${id}/`;
  let read = (): IndexReader<ReadonlySet<string>> => {
    let pages = new Set<string>();
    let { write, end } = createJsonStrings([...places, ...files], (path, text) => {
      if (path.at(-1) === '@id') {
        if (!text.toLowerCase().startsWith(there.toLowerCase())) return undefined;
        let document = text.slice(there.length);
        if (path.length === pagePath.length) pages.add(document);
        return here + document;
      }
      let version = versionIn(id, text);
      return version === undefined ? undefined : origin + contentPath + filePath(id, version);
    });
    return { write, end: () => (end(), pages) };
  };
  let address = there + file;
  let key = `nuget ${here} ${address}`;
  return { key, packageKey: there, ownerId, address, accept: 'application/json', types, read };
}

/** The version in an address of a file: `…/engine/1.0.0/engine.1.0.0.nupkg`, `…/Engine/1.0.0`. */
function versionIn(id: string, address: string): string | undefined {
  let path = URL.canParse(address) ? decoded(new URL(address).pathname).toLowerCase() : '';
  let parts = path.split('/');
  return normalVersion(parts[parts.lastIndexOf(id) + 1] ?? '');
}

/** The path of a package's file in the folder of content. */
export function filePath(id: string, version: string): string {
  return `${id}/${version}/${id}.${version}.nupkg`;
}
