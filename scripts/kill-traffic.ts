/**
 * Sends downloads at a steady rate from a process of its own; each has a number in its path, and
 * answered numbers are reported to the parent.
 */
import { Agent, get } from 'node:http';

export interface TrafficReport {
  sent: number;
  /** Numbers answered since the last report. */
  answered: number[];
  failed: number;
}

let [, , port = '', rate = '', first = ''] = process.argv;
const host = `ada.gateway.localhost:${port}`;
const tickMs = 10;
const reportMs = 50;
const waitingMax = 2_000;
const redirect = 307;

let agent = new Agent({ keepAlive: true, maxSockets: 64 });
let report: TrafficReport = { sent: 0, answered: [], failed: 0 };
let number = Number(first);
let waiting = 0;
let due = 0;
let last = performance.now();

function download(): void {
  let mine = number++;
  report.sent += 1;
  waiting += 1;
  let asked = get({ agent, host: '127.0.0.1', port, path: `/engine/k${mine}/engine-linux.zip`, headers: { host } });
  let open = true;
  let over = (answered: boolean) => {
    if (!open) return;
    open = false;
    waiting -= 1;
    if (answered) report.answered.push(mine);
    else report.failed += 1;
  };
  asked.once('response', (response) => {
    over(response.statusCode === redirect);
    response.on('error', () => {}).resume();
  });
  // A kill can also cut the connection after the head of the answer has arrived.
  asked.on('error', () => over(false));
}

setInterval(() => {
  let now = performance.now();
  due = Math.min(due + ((now - last) * Number(rate)) / 1_000, Number(rate));
  last = now;
  for (; due >= 1 && waiting < waitingMax; due--) download();
}, tickMs);

function tell(done?: () => void): void {
  process.send?.(report, undefined, undefined, done);
  report = { sent: 0, answered: [], failed: 0 };
}

setInterval(() => tell(), reportMs);
process.once('message', () => tell(() => process.exit()));
process.once('disconnect', () => process.exit());
