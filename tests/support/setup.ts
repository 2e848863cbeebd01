/**
 * Before and behind every test file. Files share a process one after the other: none may leave a
 * clock, a setting or a stand-in to the next.
 */
import { afterAll, afterEach, vi } from 'vitest';
// Before a test sets NODE_ENV: React and its renderers have to be of one kind, for development or
// for production.
import 'react';
import 'react-dom';
import 'react-dom/server';

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

if (typeof document !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  let { cleanup, configure } = await import('@testing-library/react');
  // Parts that load lazily are compiled when they are first asked for.
  configure({ asyncUtilTimeout: 4_000 });
  afterEach(cleanup);
}
