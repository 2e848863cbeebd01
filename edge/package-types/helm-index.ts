/**
 * The index of a chart repository: the versions of each chart, with the addresses of their
 * archives. Those of own charts become addresses at the gateway, everything else stays byte for
 * byte.
 */
import { createHash } from 'node:crypto';
import { decoded } from '../requests/address';
import type { IndexRequest, IndexReader } from '../upstream/index-cache';
import { createJsonStrings } from '../upstream/json-strings';
import type { ChartVisitor } from './helm-flow';
import { createHelmYaml } from './helm-yaml';
import type { OwnRegistry } from './registry';

interface ChartArchive {
  version: string;
  /** The address at the registry. */
  location: string;
}

/** Archives of own charts, by their decoded path at the gateway. */
export type ChartArchives = ReadonlyMap<string, ChartArchive>;

/** A version has one address, and a few with mirrors; each takes time to parse. */
const addressesMax = 100;

/** Media types that repositories and plain web servers use for YAML and JSON. */
const types =
  /^(?:|(?:text|application)\/(?:x-)?yaml|text\/plain|application\/(?:json|octet-stream)|binary\/octet-stream)$/;

/** The index of a repository, with the archives of the charts `names` at `origin`. */
export function chartIndex(
  { registry, ownerId }: OwnRegistry,
  names: readonly string[],
  origin: string,
): IndexRequest<ChartArchives> {
  let address = `${registry}index.yaml`;
  return {
    key: `helm ${origin} ${names.join()} ${address}`,
    packageKey: address,
    ownerId,
    address,
    accept: 'application/yaml, text/yaml, */*; q=0.5',
    types,
    read: () => readIndex(registry, new Set(names), origin),
  };
}

function readIndex(registry: string, names: ReadonlySet<string>, origin: string): IndexReader<ChartArchives> {
  let archives = new Map<string, ChartArchive>();
  let visitor = createVisitor(archives, names, registry, origin);
  let text: Pick<IndexReader<void>, 'write' | 'rest' | 'end'> | undefined;
  return {
    write(part) {
      let first = part.find((byte) => byte > 0x20);
      if (first !== undefined) text ??= first === 0x7b ? createJson(visitor) : createHelmYaml(visitor);
      return text ? text.write(part) : part;
    },
    rest: () => text?.rest?.() ?? Buffer.alloc(0),
    end() {
      if (!text) throw new Error('the index is empty');
      text.end();
      visitor.begin();
      return archives;
    },
  };
}

function createVisitor(
  archives: Map<string, ChartArchive>,
  names: ReadonlySet<string>,
  registry: string,
  origin: string,
): ChartVisitor {
  let chart = '';
  let version = '';
  let found: [path: string, location: string][] = [];
  let addresses = 0;
  return {
    // A version may be named after its addresses.
    begin(next = chart) {
      for (let [path, location] of found) if (version && !archives.has(path)) archives.set(path, { version, location });
      chart = next;
      version = '';
      found = [];
      addresses = 0;
    },
    version: (text) => void (version = text),
    address(text) {
      addresses += 1;
      if (addresses > addressesMax) throw new Error('a version of the index has too many URLs');
      let url = URL.canParse(text, registry) ? new URL(text, registry) : undefined;
      // Images of charts have addresses with `oci:`.
      if (!url || !/^https?:$/.test(url.protocol)) return undefined;
      let file = url.pathname.replace(/^.*\//, '');
      if (!names.has(chart) || file === '') return ofOthers(text, url, registry, origin);
      let path = pathOf(chart, file, url);
      found.push([decoded(path), url.href]);
      return origin + path;
    },
  };
}

/**
 * The path of an archive at the gateway. It keeps the file name, since signatures contain it; if
 * that has no version, a part of the path distinguishes files with the same name.
 */
function pathOf(chart: string, file: string, url: URL): string {
  let isPlain = file.startsWith(`${chart}-`) && /^v?\d+\.\d+\.\d+.*\.tgz$/.test(file.slice(chart.length + 1));
  let folder = isPlain ? '' : `${createHash('sha256').update(url.href).digest('hex').slice(0, 16)}/`;
  return `/dl/${chart}/${folder}${file}`;
}

/**
 * A relative address goes through the gateway, which redirects its path, if that leads to the same
 * file.
 */
function ofOthers(text: string, url: URL, registry: string, origin: string): string | undefined {
  if (URL.canParse(text)) return undefined;
  let here = new URL(text, `${origin}/`);
  let leadsThere = here.origin === origin && registry + here.href.slice(origin.length + 1) === url.href;
  return leadsThere ? undefined : url.href;
}

/** An index in JSON. Each version of a chart has one `version`, before or after its `urls`. */
function createJson(visitor: ChartVisitor) {
  let chart: string | undefined;
  let seen: string[] = [];
  let lists = [
    ['entries', '*', '[]', 'version'],
    ['entries', '*', '[]', 'urls', '[]'],
  ];
  return createJsonStrings(lists, ([, name, , key = ''], text) => {
    let isNext = key === 'version' ? seen.includes(key) : seen.length === 2 && seen[0] === key;
    if (name !== chart || isNext) {
      visitor.begin(name);
      seen = [];
    }
    chart = name;
    if (!seen.includes(key)) seen.push(key);
    if (key === 'urls') return visitor.address(text);
    visitor.version(text);
    return undefined;
  });
}
