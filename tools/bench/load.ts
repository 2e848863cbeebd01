/**
 * Sends requests to one address of the edge as fast as it answers and measures that, with wrk if it
 * is installed, otherwise with our generator in its own process.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Target {
  port: number;
  host: string;
  path: string;
  /** Besides the host. */
  headers?: Readonly<Record<string, string>>;
  /** Status of a successful answer. */
  status: number;
}

export interface LoadResult {
  tool: 'wrk' | 'own generator';
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers with another status, and broken connections. */
  failed: number;
}

/** Sends requests over `connections` connections for some seconds. */
export async function drive(target: Target, connections: number, seconds: number): Promise<LoadResult> {
  return (await isInstalled('wrk'))
    ? driveWithWrk(target, connections, seconds)
    : driveOwn(target, connections, seconds);
}

async function isInstalled(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    // wrk prints its version and ends with code 1.
    (error: { code?: unknown }) => typeof error.code === 'number',
  );
}

async function driveWithWrk(target: Target, connections: number, seconds: number): Promise<LoadResult> {
  let address = `http://127.0.0.1:${target.port}${target.path}`;
  let headers = Object.entries({ Host: target.host, ...target.headers }).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  let options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...headers];
  let { stdout } = await run('wrk', [...options, address]);
  let broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? [];
  let wrongStatus = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  return {
    tool: 'wrk',
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50Ms: msOf(/50%\s+(\S+)/.exec(stdout)?.[1]),
    p99Ms: msOf(/99%\s+(\S+)/.exec(stdout)?.[1]),
    failed: broken.reduce((sum, count) => sum + Number(count), wrongStatus),
  };
}

const unitMs: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

function msOf(text = ''): number {
  let [, number, unit = ''] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? [];
  return Number(number) * (unitMs[unit] ?? Number.NaN);
}

async function driveOwn(target: Target, connections: number, seconds: number): Promise<LoadResult> {
  let script = path.join(import.meta.dirname, 'generator.ts');
  let options = JSON.stringify({ target, connections, seconds });
  let { stdout } = await run(process.execPath, ['--import', 'tsx', script, options]);
  return JSON.parse(stdout) as LoadResult;
}
