/** Numbers of events as people read them. */
import { expect, test } from 'vitest';
import { numberInPartition, numbersPerPartition } from 'contract/analytics/last-event';

test('the number of an event begins again in each partition of owners', () => {
  expect(numberInPartition(6_030)).toBe(6_030);
  expect(numberInPartition(32 * numbersPerPartition + 6_030)).toBe(6_030);
  expect(Number.isSafeInteger(65 * numbersPerPartition)).toBe(true);
});
