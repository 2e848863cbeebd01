/** Numbers of events as callers see them. */
import { expect, test } from 'vitest';
import { createEventMarks } from 'gateway/api/http/event-marks';
import { numbersPerPartition } from 'contract/analytics/last-event';

const marks = createEventMarks(['secret of one installation']);

test('a mark stands for one event, also at the end of the last partition', () => {
  let events = [...Array(300).keys(), 12_345_678, 64 * numbersPerPartition, 65 * numbersPerPartition - 1];
  let made = events.map(marks.of);
  expect(new Set(made).size).toBe(events.length);
  for (let mark of made) expect(Number.isSafeInteger(mark) && mark >= 0).toBe(true);
  expect(made.map(marks.eventOf)).toEqual(events);
});

test('marks say nothing about how many events are stored', () => {
  let made = Array.from({ length: 200 }, (_, event) => marks.of(event));
  let rises = made.filter((mark, i) => i > 0 && mark > made[i - 1]!).length;
  expect(rises).toBeGreaterThan(50);
  expect(rises).toBeLessThan(150);
  expect(made.filter((mark) => mark < 2 ** 40)).toEqual([]);
});

test('other secrets make other marks, earlier secrets none', () => {
  expect(createEventMarks(['another secret']).of(7)).not.toBe(marks.of(7));
  expect(createEventMarks(['secret of one installation', 'an earlier one']).of(7)).toBe(marks.of(7));
});
