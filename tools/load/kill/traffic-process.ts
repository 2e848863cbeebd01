/**
 * A process that sends downloads at a steady rate over kept connections. Each has a number in its
 * path; the parent is told what became of each.
 */
import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';

/** A request without an answer. Moments are milliseconds since 1970. */
export interface Failure {
  code: string;
  /** When its connection was opened; null if it never was. */
  connectedAt: number | null;
  askedAt: number;
  failedAt: number;
}

export interface TrafficReport {
  asked: number;
  /** The downloads answered since the last report. */
  answered: number[];
  /** Those that may have been answered before they were on disk, and when. */
  late: [number, answeredAt: number][];
  /** How long each answer took, in milliseconds. */
  took: number[];
  longestMs: number;
  failures: Failure[];
}

let [, , port = '', rate = '', first = '0'] = process.argv;
const host = `ada.gateway.localhost:${port}`;
const tickMs = 10;
const reportMs = 50;
const waitingMax = 2_000;
const redirect = 307;
/** The edge answers after 250 ms without a commit; its clock starts later than this one. */
const lateMs = 250;

let agent = new Agent({ keepAlive: true, maxSockets: 64 });
let openedAt = new WeakMap<Socket, number>();
let fresh = (): TrafficReport => ({ asked: 0, answered: [], late: [], took: [], longestMs: 0, failures: [] });
let report = fresh();
let number = Number(first);
let waiting = 0;
let due = 0;
let last = performance.now();
let now = () => performance.timeOrigin + performance.now();

function download(): void {
  let mine = number++;
  report.asked += 1;
  waiting += 1;
  let askedAt = now();
  let socket: Socket | undefined;
  let sentAt = askedAt;
  let isOpen = true;
  let asked = get({ agent, host: '127.0.0.1', port, path: `/engine/k${mine}/engine-linux.zip`, headers: { host } });
  let over = (code?: string) => {
    if (!isOpen) return;
    isOpen = false;
    waiting -= 1;
    let ms = now() - askedAt;
    if (code !== undefined) {
      let connectedAt = (socket && openedAt.get(socket)) ?? null;
      report.failures.push({ code, connectedAt, askedAt, failedAt: askedAt + ms });
      return;
    }
    report.answered.push(mine);
    report.took.push(ms);
    if (now() - sentAt >= lateMs) report.late.push([mine, now()]);
    report.longestMs = Math.max(report.longestMs, ms);
  };
  asked.once('socket', (its) => {
    socket = its;
    sentAt = now();
    if (its.connecting) its.once('connect', () => openedAt.set(its, now()));
  });
  asked.once('response', (response) => {
    over(response.statusCode === redirect ? undefined : String(response.statusCode));
    response.on('error', () => {}).resume();
  });
  // A kill may also break the connection after the head of the answer.
  asked.on('error', (error: NodeJS.ErrnoException) => over(error.code ?? error.message));
}

let asking = setInterval(() => {
  let moment = performance.now();
  due = Math.min(due + ((moment - last) * Number(rate)) / 1_000, Number(rate));
  last = moment;
  for (; due >= 1 && waiting < waitingMax; due--) download();
}, tickMs);

function tell(): void {
  process.send?.(report);
  report = fresh();
}

setInterval(() => {
  tell();
  if (waiting === 0 && stopping) process.disconnect();
}, reportMs);
let stopping = false;
process.once('message', () => {
  stopping = true;
  clearInterval(asking);
});
process.once('disconnect', () => process.exit());
