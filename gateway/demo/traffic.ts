/** A download about every 40 seconds while the demo runs, so that today and Live have events. */
import { request } from 'node:http';
import { samplePackages, type SamplePackage } from './artifacts';
import { sampleAgents } from './agents';
import { createRandom, type Random, weighted } from './random';

const shortestPauseMs = 20_000;
const longestPauseMs = 60_000;
/** The others download an earlier version. */
const latestShare = 0.7;

interface SampleRequest {
  host: string;
  path: string;
  userAgent: string;
}

/** `gateway`: its URL. Ends with the process. */
export function sendSampleTraffic(gateway: string): void {
  let random = createRandom(Date.now());
  let sendNext = () => {
    send(gateway, sampleRequest(random));
    setTimeout(sendNext, shortestPauseMs + random.next() * (longestPauseMs - shortestPauseMs)).unref();
  };
  sendNext();
}

/** A download of a file package. Any `random` gives a request that a route of the demo answers. */
export function sampleRequest(random: Random): SampleRequest {
  let files = samplePackages('').filter(({ type, routes = [] }) => type === 'file' && routes.length > 0);
  let chosen = weighted(files, ({ weight }) => weight)(random);
  let [userAgent, , platforms] = weighted(sampleAgents.file, ([, , , weight]) => weight)(random);
  let path = chosen
    .routes![0]![0].replaceAll('{version}', versionOf(chosen, random))
    .replaceAll('{platform}', platforms[random.below(platforms.length)]!);
  return { host: `${chosen.owner}.gateway.localhost`, path, userAgent };
}

function versionOf({ versions }: SamplePackage, random: Random): string {
  let index = random.next() < latestShare ? versions.length - 1 : random.below(versions.length);
  return versions[index]![0];
}

/** A request that fails is not repeated: the server is stopping. */
function send(gateway: string, { host, path, userAgent }: SampleRequest): void {
  let { hostname, port } = new URL(gateway);
  let headers = { host: `${host}:${port}`, 'user-agent': userAgent };
  request({ hostname, port, path, headers }, (answer) => answer.resume())
    .on('error', () => undefined)
    .end();
}
