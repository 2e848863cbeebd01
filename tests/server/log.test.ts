import { Writable } from 'node:stream';
import type { ServerBuild } from '@remix-run/node';
import type { Request, Response } from 'express';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createDashboard } from '../../server/dashboard';
import { listen, portOf, stop } from '../../server/listener';
import { createLog, logConsole } from '../../server/log';
import { readSettings } from '../../server/settings';

const secret = 'never-to-be-seen';

test('a request is logged without its cookies and authorization', async () => {
  let lines: string[] = [];
  let log = createLog({ LOG_LEVEL: 'debug' }, { write: (line) => void lines.push(line) });
  let build = async (): Promise<ServerBuild> => {
    throw new Error('no page is asked for');
  };
  let files = (_: Request, response: Response, next: () => void) => {
    response.setHeader('set-cookie', `session=${secret}`);
    next();
  };
  let pages = { files, build, close: async () => undefined };
  let server = await listen(await createDashboard(readSettings({}), undefined, pages, log), {
    port: 0,
    host: '127.0.0.1',
  });
  let headers = { cookie: `session=${secret}`, authorization: `Bearer ${secret}`, origin: 'https://elsewhere.example' };
  let answer = await fetch(`http://127.0.0.1:${portOf(server)}/login`, { method: 'POST', headers });
  await stop(server);
  expect(answer.headers.get('set-cookie')).toContain(secret);
  let { req, res } = JSON.parse(lines.find((line) => line.includes('"res":'))!) as Record<
    'req' | 'res',
    { headers: Record<string, string> }
  >;
  expect([req.headers.cookie, req.headers.authorization, res.headers['set-cookie']]).toEqual(
    Array<string>(3).fill('[Redacted]'),
  );
  expect(lines.join('')).not.toContain(secret);
});

test('each console line is one log line with time and level, also with line breaks', () => {
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
