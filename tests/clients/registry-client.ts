/**
 * Runs real clients of a package type in their own folder behind a gateway, and prints the requests
 * and counts of each. Clients that are not installed are skipped.
 */
import { execFile, execFileSync, execSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { RegistryWorld } from 'tests/edge/registry-world';
import { startNamesProxy, type NamesProxy } from 'tests/support/names-proxy';
import { report, reportSkipped } from './report';

const exec = promisify(execFile);
const versions = new Map<string, string>();

/** The version that a program prints. Undefined if it is not installed. */
export function installed(program: string, question = '--version'): string | undefined {
  try {
    let text = execSync(`${program} ${question}`, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    let version = /\d+(?:\.\d+)+/.exec(text)?.[0] ?? 'installed';
    versions.set(program, version);
    return version;
  } catch {
    reportSkipped(program, 'is not installed here');
    return undefined;
  }
}

export interface Project {
  folder: string;
  proxy: NamesProxy;
  /** Writes a file of the project and creates its folders. */
  write(file: string, text: string | Buffer): void;
  /** Runs a shell line in the project. Rejects with its output if it fails. */
  run(line: string): Promise<string>;
  /**
   * Runs a line, and expects this number of downloads of a package. The client is the first word,
   * unless another program is named, with more about it behind a space.
   */
  counted(name: string, line: string, downloads: number, client?: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * An empty project that is its own home directory, behind a proxy that resolves the gateway's
 * hosts.
 */
export async function startProject(
  world: Pick<RegistryWorld, 'host' | 'versions'>,
  env: Record<string, string> = {},
  /** The client asks with TLS first, at a host that it has to be led to as well. */
  triesTls = false,
): Promise<Project> {
  let folder = mkdtempSync(path.join(tmpdir(), 'registry-client-'));
  let proxy = await startNamesProxy();
  let own = { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, HOME: folder, CI: '', LANG: 'C.UTF-8' };
  let proxies = {
    http_proxy: proxy.url,
    HTTP_PROXY: proxy.url,
    no_proxy: '',
    NO_PROXY: '',
    ...(triesTls && { HTTPS_PROXY: proxy.url }),
  };
  let run = async (line: string) => {
    let failed = ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${line}\n${stdout}${stderr}\n${proxy.requests.join('\n')}`);
    };
    let given = { cwd: folder, env: { ...own, ...proxies, ...env }, maxBuffer: 1e8 };
    return (await exec('sh', ['-c', line], given).catch(failed)).stdout;
  };
  return {
    folder,
    proxy,
    write(file, text) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    },
    run,
    async counted(name, line, downloads, client = line.replace(/\s.*$/s, '')) {
      let [requests, before] = [proxy.requests.length, (await world.versions(name)).length];
      await run(line);
      let found = (await world.versions(name)).length - before;
      let sent = proxy.requests.slice(requests).filter((one) => one.includes(world.host));
      let version = versions.get(client.replace(/ .*/s, '')) ?? '';
      let what = line.replace(/\S*localhost:\d+(?=\/)/g, '');
      report({ client, version, what, requests: sent.length, counted: found, expected: downloads });
      expect(found, sent.join('\n')).toBe(downloads);
    },
    async close() {
      await proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A tar.gz of files, created by tar. */
export function tarball(files: Record<string, string | Buffer>): Buffer {
  let folder = mkdtempSync(path.join(tmpdir(), 'tarball-'));
  for (let [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return execFileSync('tar', ['-czf', '-', '-C', folder, '--format=ustar', ...Object.keys(files)]);
}
