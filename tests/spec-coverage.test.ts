/** Checks docs/spec-coverage.md: every statement names a file and a test, and both exist. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const rows = readFileSync('docs/spec-coverage.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

function named(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
}

/** The tests of a cell: `file` › title, separated by `;`. */
function testsOf(cell: string): { file: string; title: string }[] {
  return cell.split(/;\s+(?=`)/).map((one) => {
    let [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(one.trim()) ?? [];
    return { file, title };
  });
}

test('the table has rows for every section', () => {
  let sections = new Set(rows.map(([section]) => section![0]));
  expect([...sections].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

describe.each(rows.map((row) => [row[1] ?? '', row] as const))(
  '%s',
  (_statement, [section, statement, files, shown]) => {
    test('has a file and a test', () => {
      expect([section, statement, files, shown].every((cell) => cell)).toBe(true);
      let paths = named(files!);
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((path) => !existsSync(path))).toEqual([]);
      for (let { file, title } of testsOf(shown!)) {
        expect(existsSync(file), `${file || shown} is no file`).toBe(true);
        expect(readFileSync(file, 'utf8')).toContain(title.replaceAll('\\|', '|'));
      }
    });
  },
);
