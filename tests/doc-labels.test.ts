/** Each label that the documentation quotes, as in “Exclude bots”, is a label of the product. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

function filesOf(...paths: string[]): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);
}

function textOf(files: readonly string[]): string {
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

/** JSX between texts, such as `Exclude this {cause}`, stands for any words. */
const labels = textOf(filesOf('app').filter((file) => /\.tsx?$/.test(file) && !file.startsWith('app/docs/')));
const rules = 'contract/analytics/counting-rules.ts';
const docs = [
  ...filesOf('docs', 'app/docs/articles', 'README.md').filter(
    (file) => file.endsWith('.md') && !file.startsWith('docs/decisions/'),
  ),
  rules,
];

function isLabel(label: string): boolean {
  return label.split('…').every((part) => isIn(part.trim()));
}

function isIn(part: string): boolean {
  if (labels.includes(part)) return true;
  let words = part.split(' ');
  return words.length > 2 && labels.includes(`${words.slice(0, -1).join(' ')} {`);
}

test('each label that the documentation quotes exists', () => {
  let quoted = docs.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/“([^”]+)”/g)].map(([, label = '']) => `${file}: “${label}”`),
  );
  expect(quoted.length).toBeGreaterThan(25);
  expect(quoted.filter((one) => !isLabel(/“(.*)”/s.exec(one)![1]!.replace(/\s+/g, ' ')))).toEqual([]);
});
