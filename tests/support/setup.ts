import { afterEach } from 'vitest';

if (typeof document !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  let { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
