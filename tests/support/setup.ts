import { afterEach } from 'vitest';

if (typeof document !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  let { cleanup, configure } = await import('@testing-library/react');
  // Parts that load lazily are compiled when they are first asked for.
  configure({ asyncUtilTimeout: 4_000 });
  afterEach(cleanup);
}
