/** How many answers of package indexes the edge gives from its memory. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drive, type LoadResult, type Target } from './load';
import { end, seed, startProduct, tokenOf } from './product';

const versions = 100;
const connections = 16;
const seconds = 5;

/** A packument with a hundred versions, as a registry has it. */
function packument(registry: string): string {
  let version = (i: number) => ({
    name: 'engine',
    version: `1.${i}.0`,
    description: 'Computes tables of numbers with the method of differences.',
    dependencies: { gear: '^2.0.0', lever: '^1.4.0' },
    engines: { node: '>=18' },
    dist: {
      tarball: `${registry}engine/-/engine-1.${i}.0.tgz`,
      shasum: i.toString(16).padStart(40, '0'),
      integrity: `sha512-${String(i).padStart(86, 'A')}==`,
    },
  });
  let all = Array.from({ length: versions }, (_, i) => version(i));
  return JSON.stringify({
    name: 'engine',
    'dist-tags': { latest: `1.${versions - 1}.0` },
    versions: Object.fromEntries(all.map((one) => [one.version, one])),
  });
}

/** The page of a Python project with a hundred files. */
function projectPage(registry: string): string {
  let file = (i: number) => ({
    filename: `engine-1.${i}.0-py3-none-any.whl`,
    url: `${registry}files/engine-1.${i}.0-py3-none-any.whl`,
    hashes: { sha256: i.toString(16).padStart(64, '0') },
    'requires-python': '>=3.9',
    size: 40_000 + i,
    'core-metadata': true,
  });
  let files = Array.from({ length: versions }, (_, i) => file(i));
  return JSON.stringify({ meta: { 'api-version': '1.1' }, name: 'engine', versions: [], files });
}

interface Asked {
  name: string;
  target: Target;
}

/** Measures the answers for an npm and a Python package of a registry on this machine. */
export async function measureIndexes(
  folder: string,
  port: number,
  report: (name: string, result: LoadResult) => void,
): Promise<void> {
  await seed(folder, 1_000);
  let token = await tokenOf(folder, 'ada');
  let asked = 0;
  let registry = createServer((request, response) => {
    asked += 1;
    let isPython = request.url?.startsWith('/simple/');
    response.setHeader('content-type', isPython ? 'application/vnd.pypi.simple.v1+json' : 'application/json');
    response.end(isPython ? projectPage(url) : packument(url));
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  let url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  let product = await startProduct(folder, port, { PRIVATE_TARGETS: '*' });
  try {
    for (let [type, repository_url] of [
      ['npm', url],
      ['python', `${url}simple/`],
    ])
      await create(product.gatewayPort, token, { type, name: 'engine', repository_url });
    for (let { name, target } of await questions(product.gatewayPort))
      report(name, await drive(target, connections, seconds));
    // Otherwise the registry was measured, not the memory of the edge.
    if (asked > 10) throw new Error(`The registry was asked ${asked} times`);
  } finally {
    await end(product, 'SIGTERM');
    registry.close();
  }
}

async function create(gatewayPort: number, token: string, body: object): Promise<void> {
  let headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let address = `http://127.0.0.1:${gatewayPort}/v2/packages/ada`;
  let answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`A package responded with ${answer.status}: ${await answer.text()}`);
}

/** What the load asks: each index as a new client does, and as one that has it. */
async function questions(port: number): Promise<Asked[]> {
  let npm = { port, host: `ada.npm.localhost:${port}`, path: '/engine', status: 200 };
  let accept = 'application/vnd.pypi.simple.v1+json';
  let python = { port, host: `ada.python.localhost:${port}`, path: '/simple/engine/', status: 200 };
  let headers = { 'accept-encoding': 'gzip' };
  return [
    { name: 'npm packument', target: { ...npm, headers } },
    {
      name: 'npm packument, kept by the client',
      target: { ...npm, status: 304, headers: { ...headers, 'if-none-match': '*' } },
    },
    { name: 'Python page', target: { ...python, headers: { ...headers, accept } } },
  ];
}
