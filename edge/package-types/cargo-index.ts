/**
 * What cargo reads before a download: the configuration of a registry, which has the address of
 * archives, and the file of a crate, with a line of JSON for each version.
 */
import type { RegistryRule } from 'contract/packages/package-types/type';
import { createJsonStrings } from '../upstream/json-strings';
import type { IndexRequest, IndexReader } from '../upstream/index-cache';
import { createTextLines } from '../upstream/text-lines';
import { noticeOf, noticesKey, type OwnRegistry } from './registry';

/** In the gateway's configuration; each part is a segment of the path. */
const downloadTemplate = '/dl/{crate}/{version}/{sha256-checksum}';

/** Media types that registries and plain web servers use for JSON and lines of it. */
const types = /^(?:|text\/plain|application\/(?:json|octet-stream|x-ndjson)|binary\/octet-stream)$/;

/** The configuration with downloads at `origin`. Its facts are the registry's download address. */
export function configurationOf({ registry, ownerId }: OwnRegistry, origin: string): IndexRequest<string> {
  let address = `${registry}config.json`;
  let read = (): IndexReader<string> => {
    let place = '';
    let strings = createJsonStrings([['dl']], (_, text) => {
      place = text;
      return origin + downloadTemplate;
    });
    return {
      write: strings.write,
      end() {
        strings.end();
        if (!/^https?:/.test(place)) throw new Error('the configuration does not say where crates are');
        return place;
      },
    };
  };
  return {
    key: `cargo ${origin} ${address}`,
    packageKey: address,
    ownerId,
    address,
    accept: 'application/json',
    types,
    read,
  };
}

/** The registry's file of a crate, with marked versions as yanked. Its facts are the versions. */
export function crateOf({ name, registry, ownerId, notices }: RegistryRule): IndexRequest<ReadonlySet<string>> {
  let address = registry + indexPath(name);
  let read = (): IndexReader<ReadonlySet<string>> => {
    let versions = new Set<string>();
    let out: string[] = [];
    let lines = createTextLines((line) => {
      let entry: { vers?: unknown } = line.trim() === '' ? {} : JSON.parse(line);
      if (typeof entry.vers !== 'string') return void out.push(line);
      versions.add(entry.vers);
      let isMarked = noticeOf(notices, entry.vers) !== undefined;
      out.push(isMarked ? `${JSON.stringify({ ...entry, yanked: true })}\n` : line);
    });
    let taken = () => Buffer.from(out.splice(0).join(''), 'latin1');
    return {
      write(part) {
        lines.write(part);
        return taken();
      },
      rest() {
        lines.end();
        return taken();
      },
      end: () => versions,
    };
  };
  let key = `cargo ${address}${noticesKey(notices)}`;
  return { key, packageKey: address, ownerId, address, accept: 'text/plain', types, read };
}

/** By the length of the crate's name and its first letters. */
export function indexPath(crate: string): string {
  let lower = crate.toLowerCase();
  return `${folderOf(lower)}/${lower}`;
}

/** By the registry's template, which may have no markers. */
export function archivePlace(template: string, crate: string, version: string, checksum: string): string {
  let values: Record<string, string> = {
    '{crate}': crate,
    '{version}': version,
    '{prefix}': folderOf(crate),
    '{lowerprefix}': folderOf(crate.toLowerCase()),
    '{sha256-checksum}': checksum,
  };
  let marked = /\{(?:crate|version|prefix|lowerprefix|sha256-checksum)\}/g;
  if (template.search(marked) < 0) return `${template.replace(/\/$/, '')}/${crate}/${version}/download`;
  return template.replace(marked, (marker) => values[marker] ?? marker);
}

function folderOf(crate: string): string {
  if (crate.length < 3) return String(crate.length);
  return crate.length === 3 ? `3/${crate.slice(0, 1)}` : `${crate.slice(0, 2)}/${crate.slice(2, 4)}`;
}
