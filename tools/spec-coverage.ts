/**
 * Lists the tests of each statement in tests/spec-statements.txt: those below a comment
 * `// @spec <section>: <statement>`. Fails for a statement without a test, for a tag that is not
 * listed and for one above something else. With `--check` it prints only what is wrong.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const list = readFileSync('tests/spec-statements.txt', 'utf8').trimEnd().split('\n');
const isStatement = (line: string) => /^\d/.test(line);
const tests = new Map<string, string[]>(list.filter(isStatement).map((line) => [line, []]));
const faults: string[] = [];

/** The title of the test that begins here, or the line where it is a case in a table. */
function titleAt(code: string): string | undefined {
  let [line = ''] = code.split('\n', 1);
  if (/^\s*\[/.test(line)) return line.trim();
  if (!/^\s*(it|test|describe)\b/.test(line)) return undefined;
  return /(?:^\s*[\w.]+|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/.exec(code)?.[2];
}

/** Adds the tests of a file. Further lines of a long tag begin with `//` and three spaces. */
function addTests(file: string): void {
  let text = readFileSync(file, 'utf8');
  for (let match of text.matchAll(/^ *\/\/ @spec (.+(?:\n *\/\/ {3}.+)*)\n/gm)) {
    let statement = match[1]!.replace(/\n *\/\/ +/g, ' ');
    let code = text.slice(match.index).replace(/^(?: *\/\/.*\n)+/, '');
    let title = titleAt(code);
    let place = `${file}:${text.slice(0, -code.length).split('\n').length}`;
    if (title === undefined) faults.push(`${place}: not above a test: ${statement}`);
    else if (tests.has(statement)) tests.get(statement)!.push(`${place}: ${title}`);
    else faults.push(`${place}: not in tests/spec-statements.txt: ${statement}`);
  }
}

for (let name of readdirSync('tests', { recursive: true, encoding: 'utf8' }))
  if (/\.tsx?$/.test(name)) addTests(path.join('tests', name));
for (let [statement, found] of tests) if (!found.length) faults.push(`no test: ${statement}`);

if (!process.argv.includes('--check'))
  for (let line of list) console.log([line, ...(tests.get(line) ?? []).map((test) => `    - ${test}`)].join('\n'));
for (let fault of faults) console.error(fault);
console.log(`${tests.size} statements, ${[...tests.values()].flat().length} tests, ${faults.length} faults`);
process.exitCode = faults.length ? 1 : 0;
