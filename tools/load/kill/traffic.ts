/** Downloads that another process sends, and what became of them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Failure, TrafficReport } from './traffic-process';

export interface Tally {
  asked: number;
  answered: Set<number>;
  /** Answered downloads that may not have been on disk then, and when. */
  late: Map<number, number>;
  failures: Failure[];
  /** How long each answer took, in milliseconds. */
  took: number[];
  longestMs: number;
  /** The seconds from the first request to the last. */
  seconds: number;
}

export interface Traffic {
  tally: Tally;
  /** Stops sending; resolves when every request is answered or has failed. */
  stop(): Promise<void>;
}

/** Sends `rate` downloads a second, numbered from `first` on. */
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
    for (let one of failures) tally.failures.push(one);
    for (let one of took) tally.took.push(one);
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
