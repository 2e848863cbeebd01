/** A server on 127.0.0.1 that speaks the protocol of npm's counts of downloads. */
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dayMs, dayOf } from 'contract/floor/time';

export interface NpmCounter {
  url: string;
  /** Paths that were asked for. */
  asked: string[];
  /** Downloads of a day by package; a day that is missing has none. */
  known: Map<string, Record<string, number>>;
  /** Answers instead as long as it is set. */
  behaviour: ((response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

/** Starts a counter that knows no package, on a free port or on the given one. */
export async function startNpmCounter(port = 0): Promise<NpmCounter> {
  let server = http.createServer((request, response) => {
    if (request.url === '/ready') return void response.end();
    counter.asked.push(request.url!);
    if (counter.behaviour) return counter.behaviour(response);
    let [, start = '', end = '', name = ''] = /^\/downloads\/range\/([^:]+):([^/]+)\/(.+)$/.exec(request.url!) ?? [];
    let known = counter.known.get(name);
    if (!known) return void response.writeHead(404).end(`{"error":"package ${name} not found"}`);
    let downloads = [];
    for (let at = Date.parse(start); at <= Date.parse(end); at += dayMs)
      downloads.push({ downloads: known[dayOf(at)] ?? 0, day: dayOf(at) });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ start, end, package: name, downloads }));
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  let counter: NpmCounter = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    known: new Map(),
    behaviour: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return counter;
}
