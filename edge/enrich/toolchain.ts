/**
 * What package managers say about the machine they run on, from their user agents: the
 * patterns are of what the clients themselves send. A value is empty unless a strict pattern finds
 * it, so that invented user agents cannot make many values.
 */
import type { Event } from 'contract/event-fields';
import type { Program } from './programs';

export type Toolchain = Pick<Event, 'runtime' | 'installer' | 'arch' | 'libc' | 'ciProvider'>;

export const unknownToolchain: Toolchain = { runtime: '', installer: '', arch: '', libc: '', ciProvider: '' };

/**
 * A runtime up to the number of its support line: a project drops Node.js 18, Python 3.9 or Java 11.
 * Docker and Helm also name a Go version, which is the one they were built with.
 */
const runtimes: readonly (readonly [name: string, spelling: RegExp])[] = [
  // npm, pnpm, Yarn and Bun as a package manager
  ['Node.js', / node\/v(\d{1,3})\./],
  // pip and uv
  ['Python', /"python":\s?"(\d\.\d{1,3})[."]/],
  // Poetry, PDM, urllib, aiohttp
  ['Python', /(?:^|[ (])(?:CPython|PyPy|Python(?:-urllib)?)\/(\d\.\d{1,3})\b/],
  // Bundler, RubyGems
  ['Ruby', / ruby\/(\d\.\d{1,2})\./i],
  // Composer; a project can say for which PHP it installs
  ['PHP', /; Platform-PHP (\d\.\d{1,2})\b/],
  ['PHP', /[;(] ?PHP (\d\.\d{1,2})\b/],
  // Maven, and Java's own HTTP clients; Java 8 calls itself 1.8
  ['Java', /(?:\(Java |^Java(?:-http-client)?\/)(?:1\.)?(\d{1,2})\b/],
  // Gradle: (system) (vendor;version;runtime)
  ['Java', /^Gradle\/\S{1,40} \([^)]{1,80}\) \([^;)]{0,80};(?:1\.)?(\d{1,2})\b/],
  // Cargo is released with the compiler of the same version
  ['Rust', /^cargo[/ ](1\.\d{1,3})\b/],
  ['Deno', /^Deno\/(\d{1,2})\./],
  ['Bun', /^Bun\/(\d\.\d{1,2})\./],
];

const arches: Record<string, string> = {
  x86_64: 'x86_64',
  x64: 'x86_64',
  amd64: 'x86_64',
  arm64: 'arm64',
  aarch64: 'arm64',
  i386: 'x86',
  i686: 'x86',
  ia32: 'x86',
  arm: 'arm',
  armv6l: 'arm',
  armv7l: 'arm',
  ppc64: 'ppc64',
  ppc64le: 'ppc64le',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  loongarch64: 'loong64',
};
const arch = new RegExp(String.raw`(?<![\w.-])(${Object.keys(arches).join('|')})(?![\w.])`, 'i');

/** pip and uv name it with its version, RubyGems in the platform. */
const measuredLibc = /"lib":\s?"(glibc|musl)",\s?"version":\s?"(\d{1,2}\.\d{1,3})/;
const platformLibc = /-linux-(gnu|musl)\b/;
const libcs: Record<string, string> = { gnu: 'glibc', musl: 'musl' };

/** npm and Bundler, in their own spellings; Bundler's `ci` is every provider. */
const ciProvider = / ci\/(?:ci,)?([a-z][a-z-]{1,30})\b/;

/** NuGet, by the names that it knows; `other` is none. */
const nugetProvider =
  /\) CI\/(GitHub Actions|Azure DevOps|AppVeyor|Travis CI|CircleCI|AWS CodeBuild|Jenkins|Google Cloud|TeamCity|JetBrains Space|GitLab CI)$/;

/** `version` is the program's own. */
export function toolchainOf({ client, kind }: Program, version: string, userAgent: string): Toolchain {
  if (kind !== 'tool' && kind !== 'cluster' && kind !== 'library') return unknownToolchain;
  return {
    runtime: runtimeIn(userAgent),
    installer: kind === 'library' ? '' : installerLine(client, version),
    arch: arches[arch.exec(userAgent)?.[1]?.toLowerCase() ?? ''] ?? '',
    libc: libcIn(userAgent),
    ciProvider: ciProviderIn(userAgent),
  };
}

function runtimeIn(userAgent: string): string {
  for (let [name, spelling] of runtimes) {
    let version = spelling.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return '';
}

/** `npm 10.8`: a patch release changes nothing for a maintainer. */
function installerLine(client: string, version: string): string {
  let line = /^\d{1,4}(?:\.\d{1,3})?(?![\d])/.exec(version)?.[0];
  return line === undefined ? client : `${client} ${line}`;
}

function libcIn(userAgent: string): string {
  let [, lib, version] = measuredLibc.exec(userAgent) ?? [];
  if (lib !== undefined) return `${lib} ${version}`;
  return libcs[platformLibc.exec(userAgent)?.[1] ?? ''] ?? '';
}

function ciProviderIn(userAgent: string): string {
  let named = ciProvider.exec(userAgent) ?? nugetProvider.exec(userAgent);
  return named?.[1]?.toLowerCase().replaceAll(' ', '-') ?? '';
}
