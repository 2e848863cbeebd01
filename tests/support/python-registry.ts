/**
 * An index of Python packages on 127.0.0.1 with the simple repository API. It can be limited to
 * HTML, and its behavior can be replaced.
 */
import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeWheel, type WheelFacts } from './wheel';

export interface PythonRegistry {
  /** The address of the index. Ends with a slash. */
  url: string;
  /** Method and path of each request, oldest first. */
  requests: string[];
  /** Publishes a wheel. */
  publish(facts: WheelFacts): void;
  /** Publishes a file with any content. `yanked` is the reason. */
  add(project: string, file: string, bytes: Buffer, more?: { yanked?: string; requiresPython?: string }): void;
  /** The page of a project as the registry sends it, in JSON or HTML. */
  page(project: string, type: 'json' | 'html'): string;
  /** The address of a file. */
  place(file: string): string;
  /** Serves HTML only. */
  isHtmlOnly: boolean;
  /** Answers in place of the registry while it is set. */
  behaviour: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

interface File {
  name: string;
  bytes: Buffer;
  metadata?: Buffer;
  yanked?: string;
  requiresPython?: string | undefined;
}

export const jsonType = 'application/vnd.pypi.simple.v1+json';
export const htmlType = 'application/vnd.pypi.simple.v1+html';

/** Starts an empty registry. */
export async function startPythonRegistry(): Promise<PythonRegistry> {
  let projects = new Map<string, File[]>();
  let server = http.createServer((request, response) => {
    registry.requests.push(`${request.method} ${request.url}`);
    if (registry.behaviour) return registry.behaviour(request, response);
    answer(registry, projects, request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let put = (project: string, file: File) => projects.set(project, [...(projects.get(project) ?? []), file]);

  let registry: PythonRegistry = {
    url: `${origin}/simple/`,
    requests: [],
    isHtmlOnly: false,
    behaviour: undefined,
    publish(facts) {
      let { file, bytes, metadata } = makeWheel(facts);
      put(facts.name, { name: file, bytes, metadata, requiresPython: facts.requiresPython });
    },
    add: (project, name, bytes, more) => void put(project, { name, bytes, ...more }),
    page(project, type) {
      let files = projects.get(project)!;
      return type === 'json' ? jsonPage(origin, project, files) : htmlPage(project, files);
    },
    place: (file) => `${origin}/files/${encodeURIComponent(file)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return registry;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function jsonPage(origin: string, name: string, files: readonly File[]): string {
  let described = files.map((file) => ({
    'core-metadata': file.metadata ? { sha256: hashOf(file.metadata) } : false,
    filename: file.name,
    hashes: { sha256: hashOf(file.bytes) },
    ...(file.requiresPython && { 'requires-python': file.requiresPython }),
    size: file.bytes.length,
    'upload-time': '2026-01-01T00:00:00.000000Z',
    url: `${origin}/files/${encodeURIComponent(file.name)}`,
    yanked: file.yanked ?? false,
    provenance: `${origin}/integrity/${file.name}/provenance`,
  }));
  let versions = ['0.9', '1.0'];
  let status = { status: 'active' };
  let meta = { 'api-version': '1.4', _serial: 7 };
  return JSON.stringify({ meta, name, 'project-status': status, versions, files: described }, null, 1);
}

/** With relative addresses, as in indexes on disk. */
function htmlPage(name: string, files: readonly File[]): string {
  let links = files.map((file) => {
    let attributes = [
      `href="../../files/${encodeURIComponent(file.name)}#sha256=${hashOf(file.bytes)}"`,
      ...(file.requiresPython ? [`data-requires-python="${file.requiresPython.replace('>', '&gt;')}"`] : []),
      ...(file.metadata ? [`data-core-metadata="sha256=${hashOf(file.metadata)}"`] : []),
      ...(file.yanked ? [`data-yanked="${file.yanked}"`] : []),
    ];
    return `<a ${attributes.join(' ')}>${file.name}</a><br/>\n`;
  });
  return `<!DOCTYPE html>\n<html><body><h1>Links for ${name}</h1>\n${links.join('')}</body></html>\n<!--SERIAL 7-->`;
}

function answer(
  registry: PythonRegistry,
  projects: ReadonlyMap<string, File[]>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  let send = (status: number, type: string, body: Buffer | string) => {
    let etag = `"${createHash('sha1').update(body).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), etag });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  let path = decodeURIComponent(request.url!.replace(/\?.*$/s, ''));
  let [, project, slash] = /^\/simple\/([^/]+)(\/?)$/.exec(path) ?? [];
  if (project && projects.has(project)) {
    if (!slash) return void response.writeHead(301, { location: `${path}/` }).end();
    let isJson = !registry.isHtmlOnly && request.headers.accept?.startsWith(jsonType);
    let type = isJson ? jsonType : registry.isHtmlOnly ? 'text/html; charset=utf-8' : htmlType;
    return send(200, type, registry.page(project, isJson ? 'json' : 'html'));
  }
  let [, name = '', beside] = /^\/files\/(.*?)(\.metadata)?$/.exec(path) ?? [];
  let file = [...projects.values()].flat().find((one) => one.name === name);
  let bytes = beside ? file?.metadata : file?.bytes;
  if (bytes) {
    // As PyPI says of files, which never change.
    response.setHeader('cache-control', 'max-age=365000000, immutable, public');
    return send(200, 'application/octet-stream', bytes);
  }
  send(404, 'text/plain', 'Not found\n');
}
