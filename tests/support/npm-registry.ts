/**
 * A registry with npm's protocol on 127.0.0.1, with packages created by `npm pack`. Its behavior
 * can be replaced.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** The fields of a package.json that the tests use. */
interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

export interface NpmRegistry {
  /** Ends with a slash. */
  url: string;
  /** Method and path of each request, oldest first. */
  requests: string[];
  /** Publishes a version and tags it `latest`. */
  publish(manifest: Manifest): Promise<void>;
  /** The packument as the registry sends it. */
  packument(name: string, isShort: boolean): Buffer;
  /** Answers in place of the registry while it is set. */
  behaviour: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Names of packages that an audit reports as vulnerable. */
  vulnerable: Set<string>;
  close(): Promise<void>;
}

interface Version {
  manifest: Manifest & { dist: { tarball: string } };
  tarball: Buffer;
}

const shortType = 'application/vnd.npm.install-v1+json';

/** Starts an empty registry. */
export async function startNpmRegistry(): Promise<NpmRegistry> {
  let folder = await mkdtemp(path.join(tmpdir(), 'npm-registry-'));
  let packages = new Map<string, Map<string, Version>>();
  let server = http.createServer((request, response) => {
    registry.requests.push(`${request.method} ${request.url}`);
    if (registry.behaviour) return registry.behaviour(request, response);
    void answer(registry, packages, request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  let registry: NpmRegistry = {
    url,
    requests: [],
    behaviour: undefined,
    vulnerable: new Set(),
    async publish(manifest) {
      let tarball = await pack(folder, manifest);
      let file = `${manifest.name.replace(/^@[^/]+\//, '')}-${manifest.version}.tgz`;
      let versions = packages.get(manifest.name) ?? new Map<string, Version>();
      packages.set(manifest.name, versions);
      let dist = {
        integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
        shasum: createHash('sha1').update(tarball).digest('hex'),
        tarball: `${url}${manifest.name}/-/${file}`,
        signatures: [{ keyid: 'SHA256:test', sig: 'MEUCIQ==' }],
        attestations: { url: `${url}-/npm/v1/attestations/${manifest.name}@${manifest.version}` },
      };
      versions.set(manifest.version, { manifest: { ...manifest, dist }, tarball });
    },
    packument(name, isShort) {
      let versions = packages.get(name)!;
      let latest = [...versions.keys()].at(-1);
      let document = {
        name,
        'dist-tags': { latest },
        ...(!isShort && { readme: `A readme with "tarball": "${url}" in it`, _rev: '1-a', time: timesOf(versions) }),
        versions: Object.fromEntries([...versions].map(([version, { manifest }]) => [version, manifest])),
        modified: '2026-01-01T00:00:00.000Z',
      };
      return Buffer.from(JSON.stringify(document, null, isShort ? 0 : 1));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true });
    },
  };
  return registry;
}

/** Some clients accept a version only some days after its release. */
function timesOf(versions: ReadonlyMap<string, Version>): Record<string, string> {
  return Object.fromEntries([...versions.keys()].map((version) => [version, '2026-01-01T00:00:00.000Z']));
}

async function answer(
  registry: NpmRegistry,
  packages: Map<string, Map<string, Version>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let send = (status: number, type: string, body: Buffer | object) => {
    let bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    let etag = `"${createHash('sha1').update(bytes).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, etag }).end(bytes);
  };
  let text = decodeURIComponent(request.url!.replace(/\?.*$/s, ''));
  if (request.method === 'POST') {
    request.resume();
    if (text !== '/-/npm/v1/security/advisories/bulk') return send(404, 'application/json', { error: 'Not found' });
    return send(
      200,
      'application/json',
      Object.fromEntries([...registry.vulnerable].map((name) => [name, advisories])),
    );
  }
  let [, name = '', rest = ''] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(text) ?? [];
  let versions = packages.get(name);
  if (!versions) return send(404, 'application/json', { error: 'Not found' });
  let file = /^-\/(.*)\.tgz$/.exec(rest)?.[1]?.slice(name.replace(/^.*\//, '').length + 1);
  let version = versions.get(file ?? rest);
  if (rest !== '' && !version) return send(404, 'application/json', { error: 'Not found' });
  if (file !== undefined) {
    // As npm's registry says of tarballs, which never change.
    response.setHeader('cache-control', 'public, immutable, max-age=31557600');
    return send(200, 'application/octet-stream', version!.tarball);
  }
  if (version) return send(200, 'application/json', version.manifest);
  let isShort = request.headers.accept?.includes(shortType) ?? false;
  send(200, isShort ? shortType : 'application/json', registry.packument(name, isShort));
}

const advisories = [
  { id: 1, url: 'https://advisories.example/1', title: 'Too old', severity: 'high', vulnerable_versions: '<9' },
];

const run = promisify(execFile);

/** The tarball of a package with one file, created by `npm pack`. */
async function pack(folder: string, manifest: Manifest): Promise<Buffer> {
  let source = path.join(folder, `${manifest.name.replace('/', '-')}-${manifest.version}`);
  await mkdir(source, { recursive: true });
  await writeFile(path.join(source, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(source, 'index.js'), `module.exports = '${manifest.name} ${manifest.version}';\n`);
  let { stdout } = await run('npm', ['pack', '--json', '--loglevel', 'silent'], { cwd: source });
  let packed = JSON.parse(stdout) as { filename: string }[] | Record<string, { filename: string }>;
  let [{ filename }] = Object.values(packed) as [{ filename: string }];
  return readFile(path.join(source, filename));
}
