/** The two processes of an installation on one machine. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import pino from 'pino';
import { readSettings } from '../../server/settings';
import { supervise } from '../../server/supervisor';

beforeEach(() => void vi.stubEnv('SECRETS_ENCRYPTION_KEY', 'a-key-of-the-tests-0123456789-0123456789'));
afterEach(() => void vi.unstubAllEnvs());

it('its edge is not taken for one of many where SECRETS_ENCRYPTION_KEY is set', async () => {
  let settings = readSettings({ PORT: '0', GATEWAY_PORT: '0', HOST: '127.0.0.1' });
  let answer =
    "process.send({ ready: true, problem: process.env.SECRETS_ENCRYPTION_KEY ?? 'no key' }); setInterval(() => {}, 1e6)";
  let programs = { edge: ['-e', answer], store: ['-e', answer] };
  let { ready, close } = supervise(settings, programs, pino({ level: 'silent' }));
  expect((await ready).problem).toBe('no key');
  await close();
});

it('its processes are started to keep little memory, unless the environment says otherwise', async () => {
  vi.stubEnv('MALLOC_ARENA_MAX', '3');
  let settings = readSettings({ PORT: '0', GATEWAY_PORT: '0', HOST: '127.0.0.1' });
  let answer =
    "process.send({ ready: true, problem: [process.execArgv[0], process.env.MALLOC_ARENA_MAX].join(' ') }); " +
    'setInterval(() => {}, 1e6)';
  let programs = { edge: ['-e', answer], store: ['-e', answer] };
  let { ready, close } = supervise(settings, programs, pino({ level: 'silent' }));
  expect((await ready).problem).toBe('--max-semi-space-size=8 3');
  await close();
});

it('tells a process that the one before was aborted, as by records that cannot be read', async () => {
  let settings = readSettings({ PORT: '0', GATEWAY_PORT: '0', HOST: '127.0.0.1' });
  let answer =
    "if (!JSON.parse(process.env.SUPERVISED).aborted) process.kill(process.pid, 'SIGABRT'); " +
    "else process.send({ ready: true, problem: 'aborted before' }); setInterval(() => {}, 1e6)";
  let programs = { edge: ['-e', 'process.send({ ready: true }); setInterval(() => {}, 1e6)'], store: ['-e', answer] };
  let { ready, close } = supervise(settings, programs, pino({ level: 'silent' }));
  expect((await ready).problem).toBe('aborted before');
  await close();
});
