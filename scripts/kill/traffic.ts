/** Downloads that are asked for by a process of their own, and what became of them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Failure, TrafficReport } from './traffic-process';

export interface Tally {
  asked: number;
  answered: Set<number>;
  /** Of the answered those that may have been answered before they were on disk. */
  late: Set<number>;
  failures: Failure[];
  longestMs: number;
  /** From the first request to the end of the asking. */
  seconds: number;
}

export interface Traffic {
  tally: Tally;
  /** Asks no more; resolves when every request is answered or has failed. */
  stop(): Promise<void>;
}

/** Starts asking, `rate` times a second. */
export function startTraffic(gatewayPort: number, rate: number): Traffic {
  let tally: Tally = { asked: 0, answered: new Set(), late: new Set(), failures: [], longestMs: 0, seconds: 0 };
  let started = performance.now();
  let script = path.join(import.meta.dirname, 'traffic-process.ts');
  let traffic = fork(script, [String(gatewayPort), String(rate)], { execArgv: ['--import', 'tsx'] });
  traffic.on('message', ({ asked, answered, late, failures, longestMs }: TrafficReport) => {
    tally.asked += asked;
    for (let number of answered) tally.answered.add(number);
    for (let number of late) tally.late.add(number);
    tally.failures.push(...failures);
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
