/** Downloads that are asked for by a process of their own, and what became of them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Failure, TrafficReport } from './traffic-process';

export interface Tally {
  asked: number;
  answered: Set<number>;
  /** Of the answered those that may have been answered before they were on disk, and when. */
  late: Map<number, number>;
  failures: Failure[];
  /** How long each answered one took, in milliseconds. */
  took: number[];
  longestMs: number;
  /** From the first request to the end of the asking. */
  seconds: number;
}

export interface Traffic {
  tally: Tally;
  /** Asks no more; resolves when every request is answered or has failed. */
  stop(): Promise<void>;
}

/** Starts asking, `rate` times a second; downloads are numbered from `first` on. */
export function startTraffic(gatewayPort: number, rate: number, first = 0): Traffic {
  let none = { asked: 0, longestMs: 0, seconds: 0 };
  let tally: Tally = { ...none, answered: new Set(), late: new Map(), failures: [], took: [] };
  let started = performance.now();
  let script = path.join(import.meta.dirname, 'traffic-process.ts');
  let traffic = fork(script, [String(gatewayPort), String(rate), String(first)], { execArgv: ['--import', 'tsx'] });
  traffic.on('message', ({ asked, answered, late, failures, took, longestMs }: TrafficReport) => {
    tally.asked += asked;
    for (let number of answered) tally.answered.add(number);
    for (let [number, answeredAt] of late) tally.late.set(number, answeredAt);
    tally.failures.push(...failures);
    tally.took.push(...took);
    tally.longestMs = Math.max(tally.longestMs, longestMs);
  });
  return {
    tally,
    async stop() {
      tally.seconds = (performance.now() - started) / 1_000;
      let gone = once(traffic, 'exit');
      traffic.send('stop');
      await gone;
    },
  };
}
