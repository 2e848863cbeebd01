/** A real nginx or Caddy with the configuration in docs/install.md, on ports of this machine. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The names in the configurations of docs/install.md. */
export const names = { dashboard: 'stats.example.com', gateway: 'example-downloads.com' };

export interface Ports {
  /** The port for connections with TLS. */
  proxy: number;
  /** The port for connections without TLS. */
  plain: number;
  dashboard: number;
  gateway: number;
}

export interface RunningProxy {
  /** The output of the program. */
  said: () => string;
  isAlive: () => boolean;
  close: () => Promise<void>;
}

const document = 'docs/install.md';

interface Kind {
  /** The program, and the language of its block in the document. */
  name: 'nginx' | 'caddy';
  /** Whether the document describes its responses without TLS. */
  answersPlain: boolean;
  /** Writes the configuration into a folder. Returns the arguments of the program. */
  prepare: (folder: string, block: string, ports: Ports) => string[];
}

export const kinds: Kind[] = [
  { name: 'nginx', answersPlain: false, prepare: prepareNginx },
  { name: 'caddy', answersPlain: true, prepare: prepareCaddy },
];

/** The only block of a language in the document. */
function documentedBlock(language: string): string {
  let text = readFileSync(document, 'utf8');
  let blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  if (blocks.length !== 1) throw new Error(`${document} has ${blocks.length} blocks in ${language}, not one`);
  return blocks[0]![1]!;
}

/**
 * Starts the program with the documented block, which may be changed before; the caller waits until
 * it answers.
 */
export function startProxy(
  { name, prepare }: Kind,
  ports: Ports,
  change: (block: string) => string = (block) => block,
): RunningProxy {
  let folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  // If root starts nginx, its workers run as another user.
  chmodSync(folder, 0o711);
  try {
    let said = '';
    let env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    let args = prepare(folder, withPorts(change(documentedBlock(name)), ports), ports);
    let child = spawn(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.on('error', (error) => (said += `${error.message}\n`));
    for (let stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
    return { said: () => said, isAlive: () => isAlive(child), close: () => end(child, folder) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Whether a program can be started here. */
export function isInstalled(name: string): boolean {
  return spawnSync(name, ['version'], { stdio: 'ignore' }).error === undefined;
}

/** The block with the ports of this product instead of the default ones. */
function withPorts(block: string, { dashboard, gateway }: Ports): string {
  for (let [port, times] of Object.entries({ 3000: 1, 8081: 1 }))
    if (block.split(`127.0.0.1:${port}`).length !== times + 1)
      throw new Error(`The block of ${document} does not name 127.0.0.1:${port} once`);
  return block.replace('127.0.0.1:3000', `127.0.0.1:${dashboard}`).replace('127.0.0.1:8081', `127.0.0.1:${gateway}`);
}

/** Adds what the document leaves to the reader: `listen` and certificate lines in each `server`. */
function prepareNginx(folder: string, block: string, { proxy }: Ports): string[] {
  let at = (file: string) => path.join(folder, file);
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
      .concat(['-subj', '/CN=proxy test', '-addext', `subjectAltName=DNS:${names.dashboard},DNS:*.${names.gateway}`])
      .concat(['-keyout', at('key.pem'), '-out', at('certificate.pem')]),
    { stdio: 'ignore' },
  );
  let own = [
    `listen 127.0.0.1:${proxy} ssl;`,
    `ssl_certificate ${at('certificate.pem')};`,
    `ssl_certificate_key ${at('key.pem')};`,
  ];
  let kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  let file = [
    'daemon off;',
    'worker_processes 1;',
    `pid ${at('pid')};`,
    'error_log stderr warn;',
    'events {}',
    'http {',
    'access_log off;',
    ...kinds.map((kind) => `${kind}_temp_path ${at(kind)};`),
    block.replaceAll(/^server \{$/gm, ['server {', ...own].join('\n')),
    '}',
  ];
  writeFileSync(at('nginx.conf'), `${file.join('\n')}\n`);
  return ['-e', 'stderr', '-p', folder, '-c', at('nginx.conf')];
}

/** Adds global options: certificates made by Caddy, and ports of this machine. */
function prepareCaddy(folder: string, block: string, { proxy, plain }: Ports): string[] {
  let options = [
    'admin off',
    'local_certs',
    'skip_install_trust',
    'default_bind 127.0.0.1',
    `http_port ${plain}`,
    `https_port ${proxy}`,
  ];
  let file = path.join(folder, 'Caddyfile');
  writeFileSync(file, `{\n${options.map((option) => `\t${option}\n`).join('')}}\n${block}`);
  return ['run', '--config', file, '--adapter', 'caddyfile'];
}

function isAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (isAlive(child)) {
    let gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
}
