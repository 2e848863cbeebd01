/**
 * A small load generator: keeps connections open, sends the next request when an answer is
 * complete, prints the figures as JSON.
 */
import { connect } from 'node:net';
import { quantile } from './figures';
import type { LoadResult, Target } from './load';

interface Options {
  target: Target;
  connections: number;
  seconds: number;
}

const endOfHead = '\r\n\r\n';
let { target, connections, seconds } = JSON.parse(process.argv[2] ?? '') as Options;
let headers = Object.entries({ host: target.host, ...target.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
let request = `GET ${target.path} HTTP/1.1\r\n${headers.join('')}\r\n`;
let times: number[] = [];
let failed = 0;
let started = performance.now();

/** Bytes of the first answer in `text`, or undefined while it is not complete. */
function lengthOfAnswer(text: string): number | undefined {
  let end = text.indexOf(endOfHead);
  if (end < 0) return undefined;
  let head = text.slice(0, end);
  let begin = end + endOfHead.length;
  if (head.split(' ', 2)[1] === '304') return begin;
  if (/^transfer-encoding: chunked/im.test(head)) return endOfChunks(text, begin);
  let length = begin + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return text.length < length ? undefined : length;
}

function endOfChunks(text: string, begin: number): number | undefined {
  for (let at = begin; ;) {
    let line = text.indexOf('\r\n', at);
    if (line < 0) return undefined;
    let size = Number.parseInt(text.slice(at, line), 16);
    at = line + 2 + size + 2;
    if (text.length < at) return undefined;
    if (size === 0) return at;
  }
}

function open(): void {
  let socket = connect(target.port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  let text = '';
  let sent = 0;
  let ask = () => {
    sent = performance.now();
    socket.write(request);
  };
  socket.once('connect', ask);
  socket.on('error', () => (failed += 1));
  socket.on('data', (chunk: string) => {
    text += chunk;
    let length = lengthOfAnswer(text);
    if (length === undefined) return;
    if (text.startsWith(`HTTP/1.1 ${target.status}`)) times.push(performance.now() - sent);
    else failed += 1;
    text = text.slice(length);
    ask();
  });
}

for (let i = 0; i < connections; i++) open();
setTimeout(() => {
  let result: LoadResult = {
    tool: 'own generator',
    perSecond: times.length / ((performance.now() - started) / 1_000),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    failed,
  };
  process.stdout.write(JSON.stringify(result), () => process.exit());
}, seconds * 1_000);
