/** Every picture of the mark is of the same drawing. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { markFiles } from '../../../tools/mark';

test.each(Object.entries(markFiles()))('%s is drawn from the mark (npx tsx tools/mark.ts)', (file, bytes) => {
  expect(readFileSync(file).equals(bytes)).toBe(true);
});
