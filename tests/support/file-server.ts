/** A file registry on 127.0.0.1, like a web server. Its behavior can be replaced. */
import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FileServer {
  /** Ends with a slash. */
  url: string;
  /** Contents by path, without the leading slash. */
  files: Map<string, Buffer | string>;
  /** Method and path of each request, oldest first. */
  requests: string[];
  /** Answers in place of the files while it is set. */
  behaviour: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

const types: Record<string, string> = { json: 'application/json', yaml: 'text/yaml', gz: 'application/x-tar' };

/** Starts a server without files. */
export async function startFileServer(): Promise<FileServer> {
  let server = http.createServer((request, response) => {
    it.requests.push(`${request.method} ${request.url}`);
    if (it.behaviour) return it.behaviour(request, response);
    let path = decodeURIComponent(request.url!.slice(1).replace(/\?.*$/s, ''));
    let found = it.files.get(path);
    if (found === undefined) return response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
    let bytes = Buffer.from(found);
    // Bundler compares the ETag of an index with its MD5.
    let etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    let type = types[path.replace(/^.*\./s, '')] ?? 'application/octet-stream';
    let headers = { 'content-type': type, etag, 'accept-ranges': 'bytes' };
    let [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (first === undefined) return response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
    let part = bytes.subarray(Number(first), last ? Number(last) + 1 : undefined);
    if (part.length === 0)
      return response.writeHead(416, { 'content-range': `bytes */${bytes.length}`, 'content-length': 0 }).end();
    let range = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`;
    response.writeHead(206, { ...headers, 'content-range': range, 'content-length': part.length }).end(part);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let it: FileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    files: new Map(),
    requests: [],
    behaviour: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return it;
}
