/** Console output of pages, as lines of the log. */
import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import { logConsole } from '../../server/console-lines';

test('each console line is one log line with time and level, whatever its content', () => {
  let logged = '';
  let sink = new Writable({ write: (chunk, _, done) => ((logged += String(chunk)), done()) });
  let pages = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Console;
  logConsole(pino(sink), pages);
  pages.warn('the way by GitHub ended early:', 'denied\n{"level":30,"msg":"made up"}');
  pages.error('GET /home:', new Error('broken'));
  let lines = logged.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 40, time: expect.any(Number), msg: expect.stringContaining('made up') }),
    expect.objectContaining({
      level: 50,
      time: expect.any(Number),
      msg: expect.stringMatching(/^GET \/home: Error: broken/),
    }),
  ]);
});
