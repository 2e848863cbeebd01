/**
 * What Composer reads before an installation: the root of a repository, with the addresses of
 * metadata and of notifications, and the metadata of a package with its versions.
 */
import type { RegistryRule } from 'contract/packages/package-types/type';
import { createJsonStrings } from '../upstream/json-strings';
import type { IndexRequest, IndexReader } from '../upstream/index-cache';
import { normalVersion } from './composer-versions';
import type { OwnRegistry } from './registry';

/** Where clients report installations. */
export const noticePath = '/notify-batch';

export interface Repository {
  /**
   * The address of a package's metadata, with `%package%` for its name; not every repository has
   * it.
   */
  metadata: string | undefined;
  /** Where the registry receives notifications. */
  notices: string | undefined;
}

/** The registry's versions by their normal form. */
export type ComposerVersions = ReadonlyMap<string, string>;

/** Media types that registries and plain web servers use for JSON. */
const types = /^(?:|text\/plain|application\/(?:json|octet-stream)|binary\/octet-stream)$/;

/** Addresses in the root; a leading slash means the host of the repository. */
const addresses = [
  ['notify-batch'],
  ['metadata-url'],
  ['metadata-changes-url'],
  ['providers-lazy-url'],
  ['providers-url'],
  ['providers-api'],
  ['search'],
  ['list'],
  ['security-advisories', 'api-url'],
  ['filter', 'api-url'],
  ['filter', 'summary-url'],
  ['mirrors', '[]', 'dist-url'],
];

/** The root with metadata and notifications at `origin`. */
export function repositoryOf({ registry, ownerId }: OwnRegistry, origin: string): IndexRequest<Repository> {
  let address = `${registry}packages.json`;
  let host = URL.canParse(registry) ? new URL(registry).origin : '';
  let read = (): IndexReader<Repository> => {
    let metadata: string | undefined;
    let notices: string | undefined;
    let strings = createJsonStrings(
      addresses,
      ([noun], text) => {
        let whole = text.startsWith('/') ? host + text : text;
        let isAddress = /^https?:/.test(whole) && URL.canParse(whole);
        if (noun === 'notify-batch') {
          if (isAddress) notices = whole;
          return origin + noticePath;
        }
        if (noun !== 'metadata-url' || !isAddress || !whole.includes('%package%'))
          return whole === text ? undefined : whole;
        metadata = whole;
        return `${origin}/p2/%package%.json`;
      },
      { append: (keys) => (keys.has('notify-batch') ? '' : `"notify-batch":${JSON.stringify(origin + noticePath)}`) },
    );
    return {
      write: strings.write,
      end() {
        strings.end();
        return { metadata, notices };
      },
    };
  };
  return {
    key: `composer ${origin} ${address}`,
    packageKey: address,
    ownerId,
    address,
    accept: 'application/json',
    types,
    hasDate: true,
    read,
  };
}

/** The metadata of a package with notifications at `origin`; `isDev`: that of its branches. */
export function metadataOf(
  { name, registry, ownerId }: RegistryRule,
  metadata: string,
  origin: string,
  isDev: boolean,
): IndexRequest<ComposerVersions> {
  let lower = name.toLowerCase();
  let address = metadataPlace(metadata, isDev ? `${lower}~dev` : lower);
  return {
    key: `composer ${origin} ${address}`,
    packageKey: `${registry} ${lower}`,
    ownerId,
    address,
    accept: 'application/json',
    types,
    hasDate: true,
    read: () => readMetadata(lower, origin),
  };
}

export function metadataPlace(metadata: string, file: string): string {
  return metadata.replaceAll('%package%', () => file);
}

function readMetadata(name: string, origin: string): IndexReader<ComposerVersions> {
  let versions = new Map<string, string>();
  let version: string | undefined;
  let normal: string | undefined;
  let note = () => {
    // Branches of old repositories have a number that clients do not report.
    if (version !== undefined && normal !== '9999999-dev') versions.set(normal ?? normalVersion(version), version);
    else if (version !== undefined) versions.set(version, version);
    version = normal = undefined;
  };
  let keys = ['version', 'version_normalized', 'notification-url'];
  let paths = ['[]', '*'].flatMap((item) => keys.map((key) => ['packages', name, item, key]));
  let { write, end } = createJsonStrings(paths, ([, , , key], text) => {
    if (key === 'notification-url') return origin + noticePath;
    if (key === 'version') {
      if (version !== undefined) note();
      version = text;
    } else normal = text;
    if (version !== undefined && normal !== undefined) note();
    return undefined;
  });
  return {
    write,
    end() {
      end();
      note();
      return versions;
    },
  };
}
