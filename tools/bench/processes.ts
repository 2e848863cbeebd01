/** What the processes of the product take from the machine (Linux). */
import { readFileSync } from 'node:fs';
import { median } from './figures';
import { drive, type Target } from './load';
import { processesOf, type BuiltProduct } from './product';
import { greatest, least } from 'contract/floor/extremes';

/** Processor time of a process until now with all its threads, in milliseconds. */
export function processorMs(pid: number): number {
  let stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  let [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

export function pidOf(product: BuiltProduct, role: 'edge' | 'store'): number {
  return processesOf(product.process.pid!).find((one) => one.role === role)!.pid;
}

export interface Memory {
  /** As `ps` shows it: what processes share, such as the program of Node, counts for each. */
  resident: number;
  /** What they share counts once. */
  own: number;
}

/** Megabytes of all processes of the product now. */
export function memoryMb({ process: child }: BuiltProduct): Memory {
  let memory = { resident: 0, own: 0 };
  for (let pid of [child.pid!, ...processesOf(child.pid!).map((one) => one.pid)]) {
    memory.resident += megabytesIn(pid, 'Rss');
    memory.own += megabytesIn(pid, 'Pss');
  }
  return memory;
}

/** Megabytes of one process, and its part of what it shares with others. */
export function ownMemoryMb(pid: number): number {
  return megabytesIn(pid, 'Pss');
}

function megabytesIn(pid: number, what: 'Rss' | 'Pss'): number {
  let text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1_024;
}

export interface Cost {
  /** Milliseconds of processor time for each answer, in the best round and in the median. */
  bestMs: number;
  ms: number;
  perSecond: number;
  bestPerSecond: number;
  p99Ms: number;
}

/**
 * Drives a target in rounds, after some seconds that are not counted. The time of the process
 * itself says more than answers per second where others use the machine too.
 */
export async function costOf(
  pid: number,
  target: Target,
  { connections = 16, rounds = 5, seconds = 3, warmSeconds = 5 } = {},
): Promise<Cost> {
  if (warmSeconds > 0) await drive(target, connections, warmSeconds);
  let all: { ms: number; perSecond: number; p99Ms: number }[] = [];
  for (let tries = 0; all.length < rounds && tries < 3 * rounds; tries++) {
    let before = processorMs(pid);
    let { perSecond, p99Ms, failed } = await drive(target, connections, seconds);
    if (failed > 0) throw new Error(`${failed} answers failed, ${perSecond} per s came`);
    // Where others take the machine, a round can end before its first answer.
    if (perSecond === 0) continue;
    all.push({ ms: (processorMs(pid) - before) / (perSecond * seconds), perSecond, p99Ms });
  }
  return {
    bestMs: least(all.map(({ ms }) => ms)),
    ms: median(all.map(({ ms }) => ms)),
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    bestPerSecond: greatest(all.map(({ perSecond }) => perSecond)),
    p99Ms: median(all.map(({ p99Ms }) => p99Ms)),
  };
}
