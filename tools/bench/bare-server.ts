/**
 * A server that does nothing but answer as a download is answered: what the machine gives at most.
 * With a file it also appends 200 bytes for each request, synced before the answer, those of all
 * requests that came together at once.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

const [port, file] = process.argv.slice(2);
const line = Buffer.from(`${'x'.repeat(199)}\n`);
const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'Content-Length': '0',
  'Cache-Control': 'no-store',
  Location: 'http://static.example/flowmatic/releases/download/v2.5.0/flowmatic-linux.tar.gz',
};
const flat = Object.entries(headers).flat();
const handle =
  file === undefined ? undefined : await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_DSYNC);

let waiting: ServerResponse[] = [];
let isWriting = false;

async function writeAll(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    await turn();
    let answered = waiting.splice(0);
    await handle!.write(Buffer.concat(answered.map(() => line)));
    for (let response of answered) response.writeHead(307, flat).end();
  }
  isWriting = false;
}

createServer((_, response) => {
  if (!handle) return void response.writeHead(307, flat).end();
  waiting.push(response);
  if (!isWriting) void writeAll();
}).listen(Number(port), '127.0.0.1');
