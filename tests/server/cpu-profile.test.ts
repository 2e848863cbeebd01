import { expect, test } from 'vitest';
import { functionTimes, timesTable, type CpuProfile } from '../../tools/bench/cpu-profile';

const product = 'file:///product/build/server.js';

/** Samples with their microseconds; the page calls the query, which calls itself. */
function profileOf(...taken: [node: number, us: number][]): CpuProfile {
  let node = (id: number, functionName: string, url: string, children: number[] = []) => ({
    id,
    callFrame: { functionName, url, lineNumber: id },
    children,
  });
  return {
    nodes: [
      node(1, '(root)', '', [2, 3, 6]),
      node(2, '(idle)', ''),
      node(3, 'page', product, [4]),
      node(4, 'query', product, [5]),
      { ...node(5, 'query', product), callFrame: { functionName: 'query', url: product, lineNumber: 4 } },
      node(6, 'post', 'node:inspector', [7]),
      node(7, 'dispatch', ''),
    ],
    samples: taken.map(([id]) => id),
    timeDeltas: taken.map(([, us]) => us),
  };
}

test('own and inclusive times are shares of the work, and a function that calls itself counts once', () => {
  let times = functionTimes(profileOf([3, 250], [4, 250], [5, 500], [4, 0]));
  expect(times).toEqual([
    { name: 'query build/server.js:5', self: 0.75, inclusive: 0.75 },
    { name: 'page build/server.js:4', self: 0.25, inclusive: 1 },
    { name: '(root)', self: 0, inclusive: 1 },
  ]);
});

test('waiting and the profiler itself do not count as work', () => {
  let times = functionTimes(profileOf([2, 9_000], [7, 5_000], [3, 100]));
  expect(times.map(({ name, self }) => [name, self])).toEqual([
    ['page build/server.js:4', 1],
    ['(root)', 0],
  ]);
});

test('the table shows the first functions by own time and by inclusive time', () => {
  let lines = timesTable(functionTimes(profileOf([3, 250], [4, 750])), 1).split('\n');
  expect(lines).toEqual([
    '  self     all  by own time',
    ' 75.0%   75.0%  query build/server.js:5',
    '',
    '  self     all  with what they call',
    ' 25.0%  100.0%  page build/server.js:4',
  ]);
});
