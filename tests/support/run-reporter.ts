/** Tests that `npm test` leaves to `npm run test:slow`, and what both say of a run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Tags for the configurations of Vitest. */
export const tags = [{ name: 'slow', description: 'takes seconds, and has a quick test beside it' }];

/** Writes to a file how many tests the filter of the run left out. */
export function runReporter(file: string): Reporter {
  let filter: string[] = [];
  let isLeftOut = (test: TestCase) =>
    filter.length > 0 && test.result().state === 'skipped' && test.tags.includes('slow') !== filter.includes('slow');
  return {
    onInit(vitest: Vitest) {
      filter = vitest.config.tagsFilter ?? [];
    },
    onTestRunEnd(modules: readonly TestModule[]) {
      let leftOut = modules.flatMap(({ children }) => [...children.allTests()]).filter(isLeftOut).length;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ leftOut }));
    },
  };
}
