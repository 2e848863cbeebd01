import { expect, it } from 'vitest';
import { supportDetails } from 'app/features/analytics/runtime-support.server';

function row(runtime: string, total: number, users: number) {
  return { artifact_type: 'package' as const, runtime, total, unique_origins: users, unique_endpoints: null };
}

it('says how many downloads and users a version of a runtime and all older ones have', () => {
  let rows = [
    row('Node.js 20', 60, 6),
    row('Python 3.12', 50, 5),
    row('Node.js 18', 30, 4),
    row('', 20, 3),
    row('Python 3.9', 10, 1),
    row('Node.js 9', 10, 2),
    row('PHP 8.2', 5, 1),
  ];
  expect(Object.fromEntries(supportDetails(rows))).toEqual({
    'Node.js 20': '20 and older: 100% of Node.js downloads, 12 users',
    'Node.js 18': '18 and older: 40% of Node.js downloads, 6 users',
    'Node.js 9': '9 and older: 10% of Node.js downloads, 2 users',
    'Python 3.12': '3.12 and older: 100% of Python downloads, 6 users',
    'Python 3.9': '3.9 and older: 17% of Python downloads, 1 user',
  });
  expect(supportDetails([])).toEqual(new Map());
});
