/**
 * A proxy for clients that cannot resolve names below `localhost`. It connects all of them to this
 * machine.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export interface NamesProxy {
  url: string;
  /** Method, host and path of each request, oldest first. */
  requests: string[];
  close(): Promise<void>;
}

/** Starts a proxy for plain HTTP. */
export async function startNamesProxy(): Promise<NamesProxy> {
  let requests: string[] = [];
  let pass = (request: IncomingMessage, response: ServerResponse) => {
    let { host, port, pathname, search } = new URL(request.url!, `http://${request.headers.host}`);
    requests.push(`${request.method} ${host}${pathname}`);
    let { 'proxy-connection': _, ...headers } = request.headers;
    let passed = http.request(
      { host: '127.0.0.1', port, path: pathname + search, method: request.method, headers: { ...headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        // If the response is cut off, the client sees that too.
        pipeline(answer, response, () => {});
      },
    );
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  };
  let server = http.createServer(pass);
  // Some clients request a tunnel even without TLS. Its other end is here.
  let tunnels = http.createServer(pass);
  server.on('connect', (_, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    tunnels.emit('connection', socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      tunnels.closeAllConnections();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
