/**
 * A new package type takes new files and a line in each list. This test adds a fictional type to a
 * copy of the product, as CONTRIBUTING.md describes.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const fixture = 'tests/fixtures/package-type';
const rooms = [
  'app',
  'contract',
  'edge',
  'gateway',
  'journal',
  'net',
  'matching',
  'verification',
  'sealing',
  'server',
  'cli',
  'tests/support',
];
const files = ['package.json', 'tsconfig.json', 'vitest.config.ts', 'README.md', '.env.example'];

/** The lists, the text before which a line is added, and that line. */
const lines: [list: string, before: string, added: string][] = [
  [
    'contract/packages/package-types/list.ts',
    'import type { PackageTypeWords,',
    "import { cassette, type CassetteRule } from './cassette';\n",
  ],
  ['contract/packages/package-types/list.ts', '] as const satisfies', '  cassette,\n'],
  ['contract/packages/package-types/list.ts', '  file: FileRule[];', '  cassette: CassetteRule[];\n'],
  [
    'contract/packages/package-types/fields.ts',
    'import { dockerFields }',
    "import { cassetteFields } from './cassette-fields';\n",
  ],
  ['contract/packages/package-types/fields.ts', '  fileFields,\n] as const', '  cassetteFields,\n'],
  ['edge/package-types/list.ts', 'import { docker }', "import { cassette } from './cassette';\n"],
  ['edge/package-types/list.ts', '  file,\n', '  cassette,\n'],
  ['gateway/packages/types/list.ts', 'import { docker }', "import { cassette } from './cassette';\n"],
  ['gateway/packages/types/list.ts', '  file,\n} satisfies', '  cassette,\n'],
  ['app/features/packages/types/list.ts', 'import { dockerPages }', "import { cassettePages } from './cassette';\n"],
  ['app/features/packages/types/list.ts', 'docker: dockerPages', 'cassette: cassettePages, '],
  [
    'app/features/packages/types/texts.server.ts',
    "  docker: 'Container images",
    "  cassette: 'A tape on a shelf. People ask the gateway for it by name.',\n",
  ],
  [
    'contract/analytics/counting-rules.ts',
    "  file: {\n    'file-download'",
    "  cassette: { play: { version: 1, says: 'A play is a GET of a cassette.', source: sources.own } },\n",
  ],
  [
    'app/ui/package-icon.tsx',
    '  npm: { colour',
    "  cassette: { colour: 'text-chart-5', path: 'M3 7h18v10H3zM8 11v2M16 11v2' },\n",
  ],
];

let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'package-type-'));
  for (let name of [...rooms, ...files]) await cp(name, path.join(copy, name), { recursive: true });
  await symlink(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  for (let name of ['app', 'contract', 'edge', 'gateway'])
    await cp(path.join(fixture, name), path.join(copy, name), { recursive: true });
  await cp(`${fixture}/tests/cassette-downloads.ts`, path.join(copy, 'tests/downloads.test.ts'));
  await cp(`${fixture}/tests/cassette-pages.tsx`, path.join(copy, 'tests/pages.test.tsx'));
  for (let [list, before, added] of lines) {
    let file = path.join(copy, list);
    let text = await readFile(file, 'utf8');
    expect(text.split(before), `${before} in ${list}`).toHaveLength(2);
    await writeFile(file, text.replace(before, added + before));
  }
});

afterAll(() => rm(copy, { recursive: true, force: true }));

test(
  'an added package type is created, downloaded, counted and shown',
  { timeout: 180_000, tags: 'slow' },
  async () => {
    let vitest = path.resolve('node_modules/vitest/vitest.mjs');
    let run = promisify(execFile)(process.execPath, [vitest, 'run', '--root', copy], {
      cwd: copy,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: process.env.TZ, NODE_ENV: 'test' },
    });
    let { stdout } = await run.catch((error: { stdout: string; stderr: string }) => {
      throw new Error(error.stdout + error.stderr);
    });
    // oxlint-disable-next-line no-control-regex
    expect(stdout.replace(/\u001b\[\d+m/g, '')).toMatch(/Tests +6 passed \(6\)/);
  },
);
