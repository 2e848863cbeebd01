/** A registry on 127.0.0.1 with small images for two architectures, pulled by real clients. */
import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { tarball } from './registry-client';

export interface ImageRegistry {
  /** Host and port. */
  host: string;
  /** The digests of the indexes by tag. */
  digests: ReadonlyMap<string, string>;
  /** The password of `ada`, without which nothing is shown; empty for a registry that shows all. */
  password: string;
  /** Tokens that were given for the password. */
  signedIn: number;
  close(): Promise<void>;
}

interface Stored {
  type: string;
  bytes: Buffer;
}

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

const ofOci = (what: string) => `application/vnd.oci.image.${what}`;

/** Starts a registry that serves a different image under each tag, and all by digest. */
export async function startImageRegistry(name: string, tags: readonly string[]): Promise<ImageRegistry> {
  let stored = new Map<string, Stored>();
  let digests = new Map(tags.map((tag) => [tag, storeImage(stored, tag).digest]));
  let serve = ({ method, url = '', headers: { authorization } }: IncomingMessage, response: ServerResponse) => {
    response.setHeader('docker-distribution-api-version', 'registry/2.0');
    let { password, host } = registry;
    // Clients try a newer way to get a token first, by POST.
    if (method === 'POST') return response.writeHead(405).end();
    if (url.startsWith('/token')) {
      let isAda = authorization === `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
      if (isAda) registry.signedIn += 1;
      // Strangers get a token that opens nothing, as at public registries.
      let body = { token: isAda ? 'of-ada' : 'of-a-stranger', expires_in: 300 };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    if (password !== '' && authorization !== 'Bearer of-ada') {
      let challenge = `Bearer realm="http://${host}/token",service="tests",scope="repository:${name}:pull"`;
      let asked = { 'content-type': 'application/json', 'www-authenticate': challenge };
      return response.writeHead(401, asked).end('{"errors":[{"code":"UNAUTHORIZED"}]}');
    }
    if (url === '/v2/') return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    let [, image, reference = ''] = /^\/v2\/(.+)\/(?:manifests|blobs)\/([^/?]+)$/.exec(url) ?? [];
    let asked = digests.get(reference) ?? reference;
    let found = image === name ? stored.get(asked) : undefined;
    if (!found)
      return response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"errors":[{"code":"NAME_UNKNOWN"}]}');
    let headers = { 'content-type': found.type, 'content-length': found.bytes.length, 'docker-content-digest': asked };
    response.writeHead(200, headers).end(method === 'HEAD' ? undefined : found.bytes);
  };
  let server = http.createServer(serve);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let registry: ImageRegistry = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    digests,
    password: '',
    signedIn: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return registry;
}

/** Stores an index with its manifests, configurations and layers by their digests. */
function storeImage(stored: Map<string, Stored>, tag: string): Descriptor {
  let store = (type: string, content: Buffer | object): Descriptor => {
    let bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
    let digest = digestOf(bytes);
    stored.set(digest, { type, bytes });
    return { mediaType: type, digest, size: bytes.length };
  };
  let manifests = ['amd64', 'arm64'].map((architecture) => {
    let archive = tarball({ 'hello.txt': `${tag} for ${architecture}\n` });
    let layer = store(ofOci('layer.v1.tar+gzip'), archive);
    let rootfs = { type: 'layers', diff_ids: [digestOf(gunzipSync(archive))] };
    let history = [{ created: '2026-01-02T03:04:05Z', created_by: 'tests' }];
    let config = store(ofOci('config.v1+json'), { architecture, os: 'linux', config: {}, rootfs, history });
    let mediaType = ofOci('manifest.v1+json');
    return {
      ...store(mediaType, { schemaVersion: 2, mediaType, config, layers: [layer] }),
      platform: { architecture, os: 'linux' },
    };
  });
  let mediaType = ofOci('index.v1+json');
  return store(mediaType, { schemaVersion: 2, mediaType, manifests });
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
