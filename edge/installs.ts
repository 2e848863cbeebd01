/**
 * Installations that the script of an npm package reports: `POST /package-event/install` at the
 * hosts of the API. Parsed like sent events.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import * as limits from 'contract/floor/limits';
import type { RegistryRule } from 'contract/packages/package-types/type';
import { minuteMs } from 'contract/floor/time';
import { addressBlock } from 'net/proxies';
import type { Decision, EventRefusal, CountedHit } from './requests/decision';
import type { EdgeRequest } from './requests/edge-request';
import type { NpmPackages } from './npm-packages';
import { readObjects, readText } from './requests/sent-events';
import { collectVariables } from './requests/variables';

const pathShape = /^\/package-event\/install(?:\/([\w-]{1,100}))?\/?$/;

export function isInstallPath(target: string): boolean {
  return pathShape.test(target.replace(/\?.*$/s, ''));
}

export interface InstallParts {
  packages: NpmPackages;
  memory: InstallMemory;
}

/**
 * The response does not reveal which packages exist: reports of unknown packages are accepted and
 * not recorded.
 */
export function decideInstall({ packages, memory }: InstallParts, request: EdgeRequest): Decision {
  let id = pathShape.exec(request.path)?.[1];
  if (request.method !== 'POST')
    return { kind: 'event-refusal', refusal: 'method-not-allowed', forPages: false, count: null };
  return {
    kind: 'receive',
    status: 200,
    forPages: false,
    isTrusted: false,
    async hitsOf(req) {
      let install = await readInstall(req);
      if (typeof install === 'string') return install;
      let rule = id === undefined ? packages.byName(install.name) : packages.byId(id);
      if (!rule || memory.isKnown(rule.packageId, install.version, request.address)) return [];
      return [hitOf(rule, install)];
    },
    count: null,
  };
}

interface Install {
  name: string;
  version: string;
  platform: string;
  arch: string;
  node: string;
}

async function readInstall(req: IncomingMessage): Promise<Install | EventRefusal> {
  let text = await readText(req);
  if (typeof text === 'string') return text === 'body-too-large' ? text : 'install-not-valid';
  let objects = readObjects(text.body);
  let [told, another] = typeof objects === 'string' ? [] : objects;
  if (!told || another) return 'install-not-valid';
  let parent = partOf(partOf(told, 'dependencyInfo'), 'parent');
  let name = textOf(parent, 'name') || textOf(parent, 'nameHash');
  if (textOf(told, 'libraryType') !== 'npm' || name === '') return 'install-not-valid';
  return {
    name,
    version: textOf(parent, 'version'),
    platform: textOf(told, 'rawPlatform'),
    arch: textOf(told, 'rawArch'),
    node: textOf(told, 'nodeVersion'),
  };
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function textOf(value: unknown, name: string): string {
  let text = partOf(value, name);
  return typeof text === 'string' ? text : '';
}

/**
 * The script sends no user agent, so the program is used instead. Dependent packages are not
 * stored: their names are private, and their hashes can be guessed.
 */
function hitOf({ ownerId, packageId, trackCompanies }: RegistryRule, install: Install): CountedHit {
  let { version, platform, arch, node } = install;
  let told = { platform, arch, node_version: node };
  let given = Object.fromEntries(Object.entries(told).filter(([, text]) => text !== ''));
  return {
    type: 'event',
    artifactType: 'package',
    artifactId: packageId,
    ownerId,
    trackCompanies,
    version,
    page: '',
    variables: collectVariables(given, ''),
    agent: `npm/? node/v${node} ${platform} ${arch}`.slice(0, limits.userAgentMax),
  };
}

/** Maximum number of remembered downloads. */
const downloadsKept = 20_000;
const tellsWithinMs = 10 * minuteMs;

export interface InstallMemory {
  sawDownload(what: CountedHit, address: string): void;
  /**
   * Whether a download of the same version and network was counted in the last ten minutes. Each
   * download matches one installation.
   */
  isKnown(packageId: string, version: string, address: string): boolean;
}

/** Prevents counting a download through the gateway again when its installation is reported. */
export function createInstallMemory(clock: () => number): InstallMemory {
  let downloads = new LRUCache<string, number[]>({ max: downloadsKept });
  let keyOf = (packageId: string, version: string, address: string) =>
    `${packageId} ${version} ${addressBlock(address)}`;
  let recent = (key: string) => (downloads.get(key) ?? []).filter((time) => clock() - time < tellsWithinMs);
  return {
    sawDownload({ mayTellInstall, artifactId, version }, address) {
      if (!mayTellInstall) return;
      let key = keyOf(artifactId, version, address);
      downloads.set(key, [...recent(key).slice(-99), clock()]);
    },
    isKnown(packageId, version, address) {
      let key = keyOf(packageId, version, address);
      let [first, ...more] = recent(key);
      if (more.length > 0) downloads.set(key, more);
      else downloads.delete(key);
      return first !== undefined;
    },
  };
}
