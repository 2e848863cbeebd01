/**
 * Runs before and after every test file. Files share a process, so none may leave a clock, a
 * setting or a stub to the next.
 */
import { afterAll, afterEach, vi } from 'vitest';
// Imported before a test sets NODE_ENV: React and its renderers must all be built for development,
// or all for production.
import 'react';
import 'react-dom';
import 'react-dom/server';
import 'react/jsx-dev-runtime';
import 'react/jsx-runtime';
import { env } from 'app/config/env.server';

const flags = { ...env.flags };
const { Request: ownRequest, Response: ownResponse } = globalThis;

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Object.assign(env.flags, flags);
  if (globalThis.Response !== ownResponse || globalThis.Request !== ownRequest)
    throw new Error('The file leaves another Request or Response to the next one (overrideGlobalObjects?)');
});

if (typeof document !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  let { cleanup, configure } = await import('@testing-library/react');
  // Lazily loaded code is compiled when it is first imported.
  configure({ asyncUtilTimeout: 10_000 });
  afterEach(cleanup);
}
